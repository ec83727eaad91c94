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
  /** How far it has come. */
  act: Act
  flights: Flight[]
  playing: boolean
  /** The latest entry of which something was told; what comes after it is not to be given away yet. */
  told: number
}

/** An event is prepared (a struggle is counted), then things travel, then they are there. */
export type Act = 'before' | 'travel' | 'after'

export type Noise = 'pass' | 'card' | 'follower' | 'count' | 'resolved' | 'lost'

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
  /** Told quickly, since nobody wants to linger. */
  brisk: boolean
  /** What to do once it is told to the end; never, if it is overtaken. */
  then: (() => void) | null
}

export type How = Partial<Omit<Part, 'entries' | 'state'>>

export const TRAVEL = 0.36
const PAUSE = 0.12
const CARD = 0.85
const GLANCE = 0.45
const COUNT = 0.9
const RESOLVED = 0.75
/** More events than this are told faster, so that nobody waits long for the end. */
const AT_LEISURE = 9
const FASTEST = 0.3
const BRISK = 0.35

/** One going through the queue. It draws only as long as no other has taken its place. */
class Run {
  readonly hurry = new AbortController()
  leisure = 1
}

export class Telling<Flight> {
  #theatre: Theatre<Flight>
  #queue: Part[] = []
  /** The state with everything carried out that was told so far. */
  #state: State | null = null
  #run: Run | null = null
  #told = Infinity

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
  tell(entries: Entry[], state: State, { skip = 0, silently = false, brisk = false, then = null }: How = {}): void {
    this.#queue.push({ entries, state, silently, skip, brisk, then })
    if (this.#run) return
    this.#run = new Run()
    void this.#go(this.#run)
  }

  /** Show the end of what is being told. */
  skip(): void {
    this.#run?.hurry.abort()
  }

  /** How slowly to tell what is waiting: 1 at leisure, less for many events. */
  get #leisure(): number {
    const events = this.#queue.flatMap((part) => part.entries).flatMap((entry) => entry.events).length
    return Math.max(FASTEST, Math.min(1, AT_LEISURE / Math.max(1, events)))
  }

  async #go(run: Run): Promise<void> {
    let then: Part['then'] = null
    for (let part = this.#queue[0]; part; part = this.#queue[0]) {
      then = part.then
      run.leisure = this.#leisure * (part.brisk ? BRISK : 1)
      this.#queue.shift()
      let { skip } = part
      for (const entry of part.entries) {
        this.#told = entry.version
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
    then?.()
  }

  #finish(): void {
    const run = this.#run
    this.#run = null
    this.#told = Infinity
    run?.hurry.abort()
    this.#theatre.draw({
      shown: this.#state,
      current: null,
      act: 'after',
      flights: [],
      playing: false,
      told: this.#told,
    })
  }

  /** Show an event on the state before it. */
  async #show(run: Run, event: GameEvent): Promise<void> {
    const before = this.#state
    if (!before) return
    const frame = { current: event, flights: [], playing: true, told: this.#told }
    if (event.event === 'struggle_resolved') {
      this.#draw(run, { ...frame, shown: before, act: 'before' })
      this.#sound(run, 'count')
      await this.#wait(run, COUNT)
    }
    const ways = waysOf(event)
    this.#sound(run, NOISES[event.event])
    if (ways.length) {
      const flights = this.#theatre.launch(ways)
      this.#draw(run, { ...frame, shown: after(before, event, true), act: 'travel', flights })
      if (flights.length) await this.#wait(run, TRAVEL)
      this.#sound(run, 'follower')
    }
    this.#draw(run, { ...frame, shown: after(before, event), act: 'after' })
    if (event.event === 'struggle_resolved') this.#sound(run, event.control === 'B' ? 'lost' : 'resolved')
    await this.#wait(run, (SECONDS[event.event] ?? (ways.length ? 0 : GLANCE)) + PAUSE)
  }

  #draw(run: Run, picture: Picture<Flight>): void {
    if (run === this.#run) this.#theatre.draw(picture)
  }
  #sound(run: Run, noise: Noise | undefined): void {
    if (noise && run === this.#run && !run.hurry.signal.aborted) this.#theatre.sound(noise)
  }
  async #wait(run: Run, seconds: number): Promise<void> {
    if (run === this.#run && !run.hurry.signal.aborted)
      await this.#theatre.wait(seconds * run.leisure, run.hurry.signal)
  }
}

const NOISES: Partial<Record<GameEvent['event'], Noise>> = {
  passed: 'pass',
  card_played: 'card',
}
const SECONDS: Partial<Record<GameEvent['event'], number>> = { card_played: CARD, struggle_resolved: RESOLVED }

/** The followers that an event sets in motion. */
function waysOf(event: GameEvent): Way[] {
  switch (event.event) {
    case 'follower_placed':
      return [{ faction: event.faction, from: `supply:${event.faction}`, to: cell(event.faction, event.province) }]
    case 'followers_swapped':
      return [
        ...event.left_given.map((faction) => ({
          faction,
          from: cell(faction, event.left),
          to: cell(faction, event.right),
        })),
        ...event.right_given.map((faction) => ({
          faction,
          from: cell(faction, event.right),
          to: cell(faction, event.left),
        })),
      ]
    case 'follower_taken':
      return [
        {
          faction: event.faction,
          from: cell(event.faction, event.province),
          to: `court:${event.seat}:${event.faction}`,
        },
      ]
    case 'struggle_resolved':
      return FACTIONS.flatMap((faction, at) =>
        Array.from({ length: event.returned[at] ?? 0 }, () => ({
          faction,
          from: cell(faction, event.province),
          to: `supply:${faction}`,
        })),
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
  const inProvince =
    (code: string, faction: Faction, by: number) =>
    (one: State): State => ({
      ...one,
      track: one.track.map((box) =>
        box.province === code ? { ...box, followers: changed(box.followers, faction, by) } : box,
      ),
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
          player.seat === event.seat && !leaving
            ? { ...player, court: changed(player.court, event.faction, 1) }
            : player,
        ),
      }))
    case 'struggle_resolved':
      return {
        ...state,
        supply: leaving ? state.supply : (state.supply.map((n, at) => n + (event.returned[at] ?? 0)) as Counts),
        track: state.track.map((box) =>
          box.province === event.province
            ? {
                ...box,
                followers: [0, 0, 0],
                control: leaving ? null : event.control,
                majority: leaving ? box.majority : null,
              }
            : box,
        ),
      }
    case 'tiles_swapped':
      return { ...state, track: swapped(state.track, event.provinces) }
    case 'king_placed':
      return {
        ...state,
        track: state.track.map((box) => (box.province === event.province ? { ...box, king: true } : box)),
      }
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
      return {
        ...state,
        players: state.players.map((one) => (one.seat === event.seat ? { ...one, passed: true } : one)),
      }
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
