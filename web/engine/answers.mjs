/**
 * Answers about the engine's module that need nothing but the client's layer: given in Node and in a real browser alike.
 * A twin has the layer's parts, the engine, bots, and a `digest` of bytes as text.
 */

export const plainAnswers = {
  /** The signature of random games. */
  signature({ engine }, field, { games, seed }) {
    return engine.using(8, (address) => {
      engine.exports.signature_of(field.ground, games, seed, address)
      return engine.words(address, 1)[0].toString(16).padStart(16, '0')
    })
  },
  /** A digest of hash, legal steps and winners of every position of random games, and how many there were. */
  async walk({ engine, digest }, field, { games, seed, room }) {
    const told = engine.using(24 * room, (address) => {
      const count = engine.exports.walk(field.ground, games, seed, address, room)
      return { count, bytes: engine.bytes(address, 24 * Math.min(count, room)).slice() }
    })
    return { count: told.count, digest: await digest(told.bytes) }
  },
  /** The move that a level plays. */
  async choose({ bots, parsePosition }, field, { position, level, seed, nodes }) {
    const place = parsePosition(field, position)
    const steps = await bots.choose(place, level, seed, nodes ? { nodes } : {})
    const text = place.moveText(steps)
    place.end()
    return text
  },
}
