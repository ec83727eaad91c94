/** Whatever is told, skipped, settled or overtaken: what is shown in the end is the latest state. */

import { describe, expect, test } from 'vitest'
import type { Entry, GameEvent, State } from '../src/net/protocol'
import { Telling, type Picture, type Theatre, type Way } from '../src/play/telling'

/** A theatre whose clock is in the hands of the test: a wait ends when the test says so. */
class Rehearsal implements Theatre<Way> {
  picture: Picture<Way> = { shown: null, current: null, act: 'after', flights: [], playing: false, told: Infinity }
  drawings: Picture<Way>[] = []
  heard: (Entry | GameEvent)[] = []
  motionless = false
  #waiting: (() => void)[] = []

  draw(picture: Picture<Way>): void {
    this.picture = picture
    this.drawings.push(picture)
  }
  launch(ways: Way[]): Way[] {
    return ways
  }
  announce(told: Entry | GameEvent): void {
    this.heard.push(told)
  }
  sound(): void {}
  wait(_seconds: number, hurry: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        hurry.removeEventListener('abort', done)
        resolve()
      }
      this.#waiting.push(done)
      hurry.addEventListener('abort', done)
    })
  }
  still(): boolean {
    return this.motionless
  }
  /** Let the time of one wait pass, an old one or the present one. */
  async pass(which: (count: number) => number): Promise<void> {
    const at = which(this.#waiting.length)
    this.#waiting.splice(at, 1)[0]?.()
    await settled()
  }
  async passAll(): Promise<void> {
    while (this.#waiting.length) await this.pass(() => 0)
  }
}

/** Let everything go on that can go on now. */
async function settled(): Promise<void> {
  for (let n = 0; n < 8; n += 1) await Promise.resolve()
}

/** A generator of numbers that gives the same ones again for the same seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed * 2654435761 + 1
  return (sides) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) | 0
    return (state >>> 0) % sides
  }
}

const PROVINCES = ['AYU', 'CHI', 'KHO']
const FACTIONS = ['R', 'L', 'M'] as const

function stateOf(version: number, roll: (sides: number) => number): State {
  const counts = (): [number, number, number] => [roll(4), roll(4), roll(4)]
  return {
    to_move: 1 + roll(2),
    since: `version ${version}`,
    paused: false,
    contested: PROVINCES[roll(3)] ?? null,
    passes: roll(2),
    track: PROVINCES.map((province, at) => ({
      box: at + 1,
      province,
      control: null,
      king: false,
      followers: counts(),
      majority: null,
    })),
    supply: counts(),
    players: [1, 2].map((seat) => ({
      seat,
      court: counts(),
      cards: 8,
      hand: null,
      discards: [],
      discarded: 0,
      passed: false,
      sets: 0,
    })),
    recency: [],
    ban: null,
    provinces: { R: 0, L: 0, M: 0, B: 0 },
    standing: { ending: 'B', winners: [], trail: [] },
    position: null,
    clocks: null,
    deadline: null,
  }
}

function eventOf(roll: (sides: number) => number): GameEvent {
  const [faction, province, seat] = [FACTIONS[roll(3)]!, PROVINCES[roll(3)]!, 1 + roll(2)]
  const events: GameEvent[] = [
    { event: 'passed', seat },
    { event: 'card_played', seat, card: 'K', no_effect: false },
    { event: 'follower_placed', faction, province },
    { event: 'follower_taken', seat, faction, province },
    { event: 'followers_swapped', left: 'AYU', left_given: [faction], right: 'CHI', right_given: ['M'] },
    { event: 'struggle_resolved', province, box: 1, control: faction, returned: [1, 0, 2] },
    { event: 'tiles_swapped', provinces: ['AYU', 'KHO'], boxes: [1, 3] },
    { event: 'king_placed', province },
    { event: 'game_ended', outcome: { ending: 'B', winners: [], trail: [] } },
  ]
  return events[roll(events.length)]!
}

function entryOf(version: number, roll: (sides: number) => number): Entry {
  const kind = roll(6) === 0 ? ('take_back' as const) : ('move' as const)
  const events = kind === 'move' ? Array.from({ length: 1 + roll(4) }, () => eventOf(roll)) : []
  return { version, turn: version, kind, seat: 1, at: '', move: null, auto: false, to: null, level: null, events }
}

/** Whether exactly this state is shown and nothing moves. (An expectation each would take most of the time.) */
function liesStill(picture: Picture<Way>, state: State): boolean {
  return picture.shown === state && picture.current === null && picture.flights.length === 0 && !picture.playing
}

describe('a telling', () => {
  test('ends in the latest state, whatever was skipped, settled or overtaken', async () => {
    for (let seed = 1; seed <= 3_000; seed += 1) {
      const roll = dice(seed)
      const theatre = new Rehearsal()
      const telling = new Telling(theatre)
      let version = 1
      let latest = stateOf(version, roll)
      telling.settle(latest)
      for (let deed = 0; deed < 4 + roll(24); deed += 1) {
        switch (roll(8)) {
          case 0:
          case 1:
          case 2: {
            const entries = Array.from({ length: roll(3) }, () => entryOf(version + 1, roll))
            latest = stateOf((version += 1), roll)
            telling.tell(entries, latest, { skip: roll(3), silently: roll(4) === 0 })
            break
          }
          case 3: // a step in a replay: where it was, then what came
            telling.settle(stateOf(version, roll))
            latest = stateOf((version += 1), roll)
            telling.tell([entryOf(version, roll)], latest)
            break
          case 4:
            latest = stateOf((version += 1), roll)
            telling.settle(latest)
            if (!liesStill(theatre.picture, latest)) expect.fail(`seed ${seed}, deed ${deed}: it was not settled`)
            break
          case 5:
            telling.skip()
            if (roll(2)) await settled()
            break
          case 6:
            theatre.motionless = roll(2) === 0
            break
          default:
            await theatre.pass(roll)
        }
        if (!theatre.picture.playing && theatre.picture.shown !== latest)
          expect.fail(`seed ${seed}, deed ${deed}: an old state lies still`)
      }
      if (roll(2)) telling.skip()
      await theatre.passAll()
      await settled()
      if (!liesStill(theatre.picture, latest)) expect.fail(`seed ${seed}: another state is shown in the end`)
    }
  })

  test('calls back once the latest state lies there, and never for what was overtaken', async () => {
    for (let seed = 1; seed <= 1_000; seed += 1) {
      const roll = dice(seed)
      const theatre = new Rehearsal()
      const telling = new Telling(theatre)
      let latest = stateOf(1, roll)
      let open = false
      telling.settle(latest)
      for (let version = 2; version < 6 + roll(12); version += 1) {
        const state = stateOf(version, roll)
        latest = state
        if (roll(4) === 0) {
          telling.settle(state)
          open = false
        } else {
          open = true
          const then = (): void => {
            if (!open) expect.fail(`seed ${seed}: what was settled calls back`)
            if (!liesStill(theatre.picture, latest)) expect.fail(`seed ${seed}: called back too early`)
            open = false
          }
          telling.tell([entryOf(version, roll)], state, { then, brisk: roll(2) === 0 })
        }
        if (roll(2)) await theatre.pass(roll)
        if (roll(5) === 0) telling.skip()
      }
      await theatre.passAll()
      await settled()
      if (open) expect.fail(`seed ${seed}: nobody was called back`)
    }
  })

  test('names no entry as told before its first event is shown', async () => {
    const theatre = new Rehearsal()
    const telling = new Telling(theatre)
    const placed: GameEvent = { event: 'follower_placed', faction: 'R', province: 'CHI' }
    const entries = [2, 3].map((version) => ({ ...entryOf(version, dice(1)), kind: 'move' as const, events: [placed] }))
    telling.settle(stateOf(1, dice(3)))
    telling.tell(entries, stateOf(3, dice(4)))
    expect(theatre.picture.told).toBe(2)
    await theatre.pass(() => 0)
    await theatre.pass(() => 0)
    expect(theatre.picture.told).toBe(3)
    await theatre.passAll()
    expect(theatre.picture.told).toBe(Infinity)
  })

  test('counts a struggle before its followers leave and its marker falls', async () => {
    const theatre = new Rehearsal()
    const telling = new Telling(theatre)
    const first = stateOf(1, dice(3))
    const event: GameEvent = { event: 'struggle_resolved', province: 'CHI', box: 1, control: 'L', returned: [1, 0, 2] }
    telling.settle(first)
    telling.tell([{ ...entryOf(2, dice(1)), kind: 'move', events: [event] }], stateOf(2, dice(4)))
    expect(theatre.picture).toMatchObject({ act: 'before', shown: first, flights: [] })
    await theatre.pass(() => 0)
    expect(theatre.picture.act).toBe('travel')
    expect(theatre.picture.flights).toHaveLength(3)
    await theatre.pass(() => 0)
    expect(theatre.picture).toMatchObject({ act: 'after', flights: [] })
    expect(theatre.picture.shown?.track[1]?.control).toBe('L')
  })

  test('draws nothing of what was overtaken', async () => {
    const theatre = new Rehearsal()
    const telling = new Telling(theatre)
    const roll = dice(7)
    const [first, second, third] = [stateOf(1, roll), stateOf(2, roll), stateOf(3, roll)]
    telling.settle(first)
    telling.tell([{ ...entryOf(2, roll), kind: 'move', events: [{ event: 'king_placed', province: 'AYU' }] }], second)
    telling.settle(third)
    theatre.drawings = []
    await theatre.passAll()
    await settled()
    expect(theatre.drawings).toEqual([])
    expect(theatre.picture.shown).toBe(third)
  })

  test('shows each event for a while, and then the state it led to', async () => {
    const theatre = new Rehearsal()
    const telling = new Telling(theatre)
    const [first, second] = [stateOf(1, dice(3)), stateOf(2, dice(4))]
    const placed: GameEvent = { event: 'follower_placed', faction: 'R', province: 'CHI' }
    telling.settle(first)
    telling.tell([{ ...entryOf(2, dice(1)), kind: 'move', events: [placed] }], second)
    expect(theatre.picture).toMatchObject({
      current: placed,
      playing: true,
      flights: [{ from: 'supply:R', to: 'R@CHI' }],
    })
    await theatre.pass(() => 0)
    const followers = theatre.picture.shown?.track[1]?.followers
    expect(followers?.[0]).toBe((first.track[1]?.followers[0] ?? 0) + 1)
    expect(theatre.picture.flights).toEqual([])
    await theatre.pass(() => 0)
    expect(theatre.picture.shown).toBe(second)
    expect(theatre.heard).toEqual([placed])
  })

  test('announces everything once, even what is skipped', async () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const roll = dice(seed)
      const theatre = new Rehearsal()
      const telling = new Telling(theatre)
      telling.settle(stateOf(1, roll))
      const entries = [2, 3, 4].map((version) => entryOf(version, roll))
      for (const entry of entries) telling.tell([entry], stateOf(entry.version, roll))
      if (roll(2)) telling.skip()
      await theatre.passAll()
      await settled()
      expect(theatre.heard).toEqual(
        entries.flatMap<Entry | GameEvent>((entry) => (entry.kind === 'move' ? entry.events : [entry])),
      )
    }
  })
})
