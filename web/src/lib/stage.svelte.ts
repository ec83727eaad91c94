/** What the table shows while things happen: one event after another, each carried out on the drawn state. */

import { announce } from './announcer.svelte'
import { motionIsOff, preferences } from './preferences.svelte'
import { play as sound } from './sound'
import { eventSentence, entrySentence, type Cast } from './sentences'
import { FACTIONS, type Counts, type Entry, type Faction, type GameEvent, type State } from './protocol'

/** A follower on its way from one place of the page to another. */
export interface Flight {
  id: number
  faction: Faction
  from: DOMRect
  to: DOMRect
  seconds: number
}

const TRAVEL = 0.36
const PAUSE = 0.12
const CARD = 0.85

export class Stage {
  /** The state that is drawn; it runs behind the truth while an animation plays. */
  shown = $state.raw<State | null>(null)
  flights = $state.raw<Flight[]>([])
  /** The event that is being shown, for the card in the middle and the glow on the board. */
  current = $state.raw<GameEvent | null>(null)
  playing = $state(false)

  #cast: () => Cast
  #queue: { entries: Entry[]; state: State; told: boolean; skip: number }[] = []
  #nextFlight = 1
  #skip = false
  #wake: (() => void) | null = null

  constructor(cast: () => Cast) {
    this.#cast = cast
  }

  /** Show a state at once, without telling how it came about. */
  settle(state: State): void {
    this.#queue = []
    this.#skip = true
    this.#wake?.()
    this.shown = state
    this.playing = false
    this.current = null
  }

  /** Tell these entries one after another and end with `state`. The first `skip` events are already shown (a preview). */
  tell(entries: Entry[], state: State, { skip = 0, silently = false } = {}): void {
    this.#queue.push({ entries, state, told: silently, skip })
    if (!this.playing) void this.#run()
  }

  /** Show the end of what is being told. */
  skip(): void {
    this.#skip = true
    this.#wake?.()
  }

  async #run(): Promise<void> {
    this.playing = true
    this.#skip = false
    let part
    while ((part = this.#queue.shift())) {
      let skip = part.skip
      for (const entry of part.entries) {
        if (entry.kind !== 'move') {
          if (!part.told) announce(entrySentence(entry, this.#cast()))
          continue
        }
        for (const event of entry.events) {
          if (!part.told) announce(eventSentence(event, this.#cast()))
          if (skip > 0) skip -= 1
          else if (this.#skip || motionIsOff()) this.#carryOut(event)
          else await this.#show(event)
        }
      }
      if (this.playing) this.shown = part.state
    }
    this.current = null
    this.playing = false
  }

  async #show(event: GameEvent): Promise<void> {
    this.current = event
    switch (event.event) {
      case 'passed':
        sound('pass')
        await this.#wait(0.45)
        break
      case 'card_played':
        sound('card')
        this.#carryOut(event)
        await this.#wait(CARD)
        break
      case 'follower_placed':
        await this.#fly([{ faction: event.faction, from: `supply:${event.faction}`, to: cell(event.faction, event.province) }], event)
        break
      case 'followers_swapped':
        await this.#fly(
          [
            ...event.left_given.map((faction) => ({ faction, from: cell(faction, event.left), to: cell(faction, event.right) })),
            ...event.right_given.map((faction) => ({ faction, from: cell(faction, event.right), to: cell(faction, event.left) })),
          ],
          event,
        )
        break
      case 'follower_taken':
        await this.#fly([{ faction: event.faction, from: cell(event.faction, event.province), to: `court:${event.seat}:${event.faction}` }], event)
        break
      case 'struggle_resolved':
        sound('resolved')
        await this.#fly(
          FACTIONS.flatMap((faction, at) =>
            Array.from({ length: event.returned[at] ?? 0 }, () => ({
              faction,
              from: cell(faction, event.province),
              to: `supply:${faction}`,
            })),
          ),
          event,
        )
        await this.#wait(0.35)
        break
      default:
        this.#carryOut(event)
        await this.#wait(0.45)
    }
    await this.#wait(PAUSE)
  }

  async #fly(ways: { faction: Faction; from: string; to: string }[], event: GameEvent): Promise<void> {
    const seconds = TRAVEL / preferences.pace
    const flights = ways.flatMap(({ faction, from, to }) => {
      const [start, end] = [placeOf(from), placeOf(to)]
      return start && end ? [{ id: this.#nextFlight++, faction, from: start, to: end, seconds }] : []
    })
    this.#carryOut(event, true)
    this.flights = flights
    if (flights.length) await this.#wait(TRAVEL)
    this.flights = []
    this.#carryOut(event)
    sound('follower')
  }

  #before: State | null = null

  /** Carry an event out on what is drawn; `leaving` only takes the followers away from where they were. */
  #carryOut(event: GameEvent, leaving = false): void {
    if (!this.shown) return
    if (leaving) this.#before = this.shown
    else if (this.#before) {
      this.shown = this.#before
      this.#before = null
    }
    this.shown = after(this.shown, event, leaving)
  }

  #wait(seconds: number): Promise<void> {
    if (this.#skip) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(done, (seconds * 1000) / preferences.pace)
      const stage = this
      function done(): void {
        clearTimeout(timer)
        stage.#wake = null
        resolve()
      }
      this.#wake = done
    })
  }
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

function cell(faction: Faction, province: string): string {
  return `${faction}@${province}`
}

/** Where something is on the page: the first visible element that carries the anchor, else its province or panel. */
function placeOf(anchor: string): DOMRect | null {
  const wider = anchor.includes('@') ? anchor.slice(2) : anchor.split(':').slice(0, 2).join(':')
  for (const name of [anchor, wider, anchor.split(':')[0] ?? '']) {
    for (const element of document.querySelectorAll(`[data-anchor="${name}"]`)) {
      const rect = element.getBoundingClientRect()
      if (rect.width > 0) return rect
    }
  }
  return null
}
