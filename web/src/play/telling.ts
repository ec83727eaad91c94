/** Telling what happened, one event after another. Whatever comes in between, it ends in the latest state. Knows no page and no clock. */

import { FACTIONS, type Counts, type Entry, type Faction, type GameEvent, type State } from '../net/protocol'

/** A follower's way from one place to another; places are named by the anchors of the page. */
export interface Way {
  faction: Faction
  from: string
  to: string
}

/** Everything that is seen at one instant. */
export interface Picture<Flight> {
  /** The state that is drawn; it runs behind the truth while something is told. */
  shown: State | null
  /** The event that is being told. */
  current: GameEvent | null
  flights: Flight[]
  playing: boolean
}

export type Noise = 'pass' | 'card' | 'follower' | 'resolved'

/** What a telling needs from outside: where it is drawn, heard and timed. */
export interface Theatre<Flight> {
  draw(picture: Picture<Flight>): void
  /** Find the ways on the page; those that can't be seen are left out. */
  launch(ways: Way[]): Flight[]
  announce(told: Entry | GameEvent): void
  sound(noise: Noise): void
  /** Wait, but no longer than until `hurry` is aborted. */
  wait(seconds: number, hurry: AbortSignal): Promise<void>
  /** Whether nothing moves, so that everything is shown at once. */
  still(): boolean
}

interface Part {
  entries: Entry[]
  /** Where this part ends. */
  state: State
  /** Was heard before and is not announced again. */
  silently: boolean
  /** So many events are seen already. */
  skip: number
}

export const TRAVEL = 0.36
const PAUSE = 0.12
const CARD = 0.85
const GLANCE = 0.45
const RESOLVED = 0.35

/** One going through the queue. It draws only as long as no other has taken its place. */
class Run {
  readonly hurry = new AbortController()
}

export class Telling<Flight> {
  #theatre: Theatre<Flight>
  #queue: Part[] = []
  /** The state with everything carried out that was told so far. */
  #state: State | null = null
  #run: Run | null = null

  constructor(theatre: Theatre<Flight>) {
    this.#theatre = theatre
  }

  /** Show a state at once, without telling how it came about. What was being told is over. */
  settle(state: State): void {
    this.#queue = []
    this.#state = state
    this.#finish()
  }

  /** Tell these entries after everything that is being told, and end with `state`. */
  tell(entries: Entry[], state: State, { skip = 0, silently = false } = {}): void {
    this.#queue.push({ entries, state, silently, skip })
    if (this.#run) return
    this.#run = new Run()
    void this.#go(this.#run)
  }

  /** Show the end of what is being told. */
  skip(): void {
    this.#run?.hurry.abort()
  }

  async #go(run: Run): Promise<void> {
    for (let part = this.#queue.shift(); part; part = this.#queue.shift()) {
      let { skip } = part
      for (const entry of part.entries) {
        if (entry.kind !== 'move' && !part.silently) this.#theatre.announce(entry)
        for (const event of entry.kind === 'move' ? entry.events : []) {
          if (!part.silently) this.#theatre.announce(event)
          if (skip > 0) {
            skip -= 1
            continue
          }
          if (!run.hurry.signal.aborted && !this.#theatre.still()) await this.#show(run, event)
          if (run !== this.#run) return
          if (this.#state) this.#state = after(this.#state, event)
        }
      }
      this.#state = part.state
    }
    this.#finish()
  }

  #finish(): void {
    const run = this.#run
    this.#run = null
    run?.hurry.abort()
    this.#theatre.draw({ shown: this.#state, current: null, flights: [], playing: false })
  }

  /** Show an event on the state before it. */
  async #show(run: Run, event: GameEvent): Promise<void> {
    const before = this.#state
    if (!before) return
    const landed = { shown: after(before, event), current: event, flights: [], playing: true }
    const ways = waysOf(event)
    this.#sound(run, NOISES[event.event])
    if (ways.length) {
      const flights = this.#theatre.launch(ways)
      this.#draw(run, { ...landed, shown: after(before, event, true), flights })
      if (flights.length) await this.#wait(run, TRAVEL)
      this.#sound(run, 'follower')
    }
    this.#draw(run, landed)
    await this.#wait(run, (SECONDS[event.event] ?? (ways.length ? 0 : GLANCE)) + PAUSE)
  }

  #draw(run: Run, picture: Picture<Flight>): void {
    if (run === this.#run) this.#theatre.draw(picture)
  }
  #sound(run: Run, noise: Noise | undefined): void {
    if (noise && run === this.#run && !run.hurry.signal.aborted) this.#theatre.sound(noise)
  }
  async #wait(run: Run, seconds: number): Promise<void> {
    if (run === this.#run && !run.hurry.signal.aborted) await this.#theatre.wait(seconds, run.hurry.signal)
  }
}

const NOISES: Partial<Record<GameEvent['event'], Noise>> = { passed: 'pass', card_played: 'card', struggle_resolved: 'resolved' }
const SECONDS: Partial<Record<GameEvent['event'], number>> = { card_played: CARD, struggle_resolved: RESOLVED }

/** The followers that an event sets in motion. */
function waysOf(event: GameEvent): Way[] {
  switch (event.event) {
    case 'follower_placed':
      return [{ faction: event.faction, from: `supply:${event.faction}`, to: cell(event.faction, event.province) }]
    case 'followers_swapped':
      return [
        ...event.left_given.map((faction) => ({ faction, from: cell(faction, event.left), to: cell(faction, event.right) })),
        ...event.right_given.map((faction) => ({ faction, from: cell(faction, event.right), to: cell(faction, event.left) })),
      ]
    case 'follower_taken':
      return [{ faction: event.faction, from: cell(event.faction, event.province), to: `court:${event.seat}:${event.faction}` }]
    case 'struggle_resolved':
      return FACTIONS.flatMap((faction, at) =>
        Array.from({ length: event.returned[at] ?? 0 }, () => ({ faction, from: cell(faction, event.province), to: `supply:${faction}` })),
      )
    default:
      return []
  }
}

function cell(faction: Faction, province: string): string {
  return `${faction}@${province}`
}

/** The drawn state after an event: bookkeeping of what the server told, no rule. */
export function after(state: State, event: GameEvent, leaving = false): State {
  const inProvince = (code: string, faction: Faction, by: number) => (one: State): State => ({
    ...one,
    track: one.track.map((box) => (box.province === code ? { ...box, followers: changed(box.followers, faction, by) } : box)),
  })
  const chain = (...deeds: ((one: State) => State)[]) => deeds.reduce((one, deed) => deed(one), state)
  switch (event.event) {
    case 'follower_placed':
      return chain(
        (one) => ({ ...one, supply: changed(one.supply, event.faction, -1) }),
        (one) => (leaving ? one : inProvince(event.province, event.faction, 1)(one)),
      )
    case 'followers_swapped':
      return chain(
        ...event.left_given.map((faction) => inProvince(event.left, faction, -1)),
        ...event.right_given.map((faction) => inProvince(event.right, faction, -1)),
        ...(leaving ? [] : event.left_given.map((faction) => inProvince(event.right, faction, 1))),
        ...(leaving ? [] : event.right_given.map((faction) => inProvince(event.left, faction, 1))),
      )
    case 'follower_taken':
      return chain(inProvince(event.province, event.faction, -1), (one) => ({
        ...one,
        players: one.players.map((player) =>
          player.seat === event.seat && !leaving ? { ...player, court: changed(player.court, event.faction, 1) } : player,
        ),
      }))
    case 'struggle_resolved':
      return {
        ...state,
        supply: leaving ? state.supply : (state.supply.map((n, at) => n + (event.returned[at] ?? 0)) as Counts),
        track: state.track.map((box) =>
          box.province === event.province
            ? { ...box, followers: [0, 0, 0], control: leaving ? null : event.control, majority: leaving ? box.majority : null }
            : box,
        ),
      }
    case 'tiles_swapped':
      return { ...state, track: swapped(state.track, event.provinces) }
    case 'king_placed':
      return { ...state, track: state.track.map((box) => (box.province === event.province ? { ...box, king: true } : box)) }
    case 'card_played':
      return {
        ...state,
        players: state.players.map((player) =>
          player.seat === event.seat
            ? { ...player, passed: false, cards: player.cards - 1, discards: [...player.discards, event.card] }
            : player,
        ),
      }
    case 'passed':
      return { ...state, players: state.players.map((one) => (one.seat === event.seat ? { ...one, passed: true } : one)) }
    case 'game_ended':
      return state
  }
}

function swapped(track: State['track'], [first, second]: string[]): State['track'] {
  const a = track.find((box) => box.province === first)
  const b = track.find((box) => box.province === second)
  if (!a || !b) return track
  return track.map((box) => (box === a ? { ...b, box: a.box } : box === b ? { ...a, box: b.box } : box))
}

function changed(counts: Counts, faction: Faction, by: number): Counts {
  return counts.map((n, at) => (FACTIONS[at] === faction ? Math.max(0, n + by) : n)) as Counts
}
