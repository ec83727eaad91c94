/**
 * Why a move is better than another: what stands at the end of its line that does not at the other's, in the server's
 * words (src/siam/analysis/reasons.py). How an end stands the engine's module says; here two ends are compared.
 */

import { rulerBy, type Position } from '../../engine'
import { STEP_PASS } from '../../engine/exports'
import { CAMPS } from '../../engine/levels'
import type { CardLetter, Claim, Control, Criterion, Faction, Outcome, Reason } from '../../net/protocol'

/** A move and what is expected to follow, each as its steps. */
export type Line = readonly (readonly number[])[]
type Province = Extract<Claim, { claim: 'rules' }>['because'][number]
type Horizon = Reason['horizon']

/** A ruler that hangs on more provinces than these is told without them. */
const MOST_CAUSES = 2
const FACTIONS: readonly Faction[] = ['R', 'L', 'M']

/** Why the mover should have preferred the first line to the one played, if their ends show it. */
export function reasonAgainst(position: Position, better: Line, played: Line): Reason | null {
  const pairs = [alike(position, better, played), [better.slice(0, 1), played.slice(0, 1)] as const]
  for (const [one, other] of pairs) {
    const found = compared(position, one, other)
    if (found) return found
  }
  const isPass = isPassing(better[0]!) && !isPassing(played[0]!)
  return isPass ? keptCard(position, played.slice(0, 1)) : null
}

/** What a line achieves beside everybody passing at once, or what a pass can rest on. */
export function reasonFor(position: Position, better: Line): Reason | null {
  for (const one of [better, better.slice(0, 1)]) {
    const found = compared(position, one, [])
    if (found) return found
  }
  if (!isPassing(better[0]!)) return null
  const standing = position.outcome()
  const camp = campOf(position)
  if (!sameSeats(standing.winners, camp)) return keptCard(position, [])
  const claims = leads(standing, camp)
  const first = better.slice(0, 1)
  const horizon: Horizon = at(position, first, (end) => end.isOver) ? 'game_ends' : 'moves'
  return claims.length ? told(position, first, [], horizon, claims) : null
}

const isPassing = (steps: readonly number[]): boolean => steps.length === 1 && steps[0] === STEP_PASS

/** Where a line leads, and what comes of it if everybody passes from there on. */
interface End {
  isOver: boolean
  outcome: Outcome
  /** The province in each box, and who gets it. */
  provinces: string[]
  controls: Control[]
  struggles: number
  courts: readonly (readonly number[])[]
}

/** Look at the position at the end of a line. */
function at<T>(position: Position, line: Line, look: (end: Position) => T): T {
  const end = position.copy()
  try {
    for (const steps of line) end.play(steps)
    return look(end)
  } finally {
    end.end()
  }
}

function endOf(position: Position, line: Line): End {
  return at(position, line, (end) => {
    const { track, players, standing } = end.seen()
    const { byBox, struggles } = end.controls()
    return {
      isOver: end.isOver,
      outcome: standing,
      provinces: track.map((box) => box.province),
      controls: byBox,
      struggles,
      courts: players.map(({ court }) => court),
    }
  })
}

/** The seats that win together with who is to move, counted from 1. */
function campOf(position: Position): number[] {
  const seat = position.toMove + 1
  return [...CAMPS[position.field.players]!.find((camp) => camp.includes(seat))!]
}

function sameSeats(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((seat, i) => seat === other[i])
}

/** Tell what speaks for a line at its end, if anything does. */
function compared(position: Position, better: Line, instead: Line): Reason | null {
  const camp = campOf(position)
  const [one, other] = [endOf(position, better), endOf(position, instead)]
  const wins = one.outcome.winners.some((seat) => camp.includes(seat))
  const winsInstead = other.outcome.winners.some((seat) => camp.includes(seat))
  const ruler = rules(position, one, other)
  let claims: Claim[]
  if (sameSeats(one.outcome.winners, camp) && !winsInstead) {
    claims = [...ruler, { claim: 'wins', seats: camp, instead: other.outcome.winners }, ...leads(one.outcome, camp)]
  } else if (wins || !winsInstead) {
    const gained = gains(camp, one, other)
    if (!gained.length) return null
    claims = [...ruler, ...gained]
  } else return null
  return told(position, better, instead, horizonOf(one, other, better, instead), claims)
}

function told(position: Position, better: Line, instead: Line, horizon: Horizon, claims: Claim[]): Reason {
  const beside = instead.length ? 'played' : 'passing'
  return { better: texts(position, better), instead: texts(position, instead), beside, horizon, claims }
}

function texts(position: Position, line: Line): string[] {
  const here = position.copy()
  const written = line.map((steps) => {
    const text = here.moveText(steps)
    here.play(steps)
    return text
  })
  here.end()
  return written
}

function horizonOf(one: End, other: End, better: Line, instead: Line): Horizon {
  if (one.isOver && (other.isOver || !instead.length)) return 'game_ends'
  return Math.max(better.length, instead.length) === 1 ? 'moves' : 'lines'
}

/** Cut two lines to the same length, so that the same player has the last word; an ended game needs no cut. */
function alike(position: Position, better: Line, played: Line): readonly [Line, Line] {
  const unfinished = [better, played].filter((line) => !at(position, line, (end) => end.isOver))
  const length = unfinished.length ? Math.min(...unfinished.map((line) => line.length)) : Infinity
  return [better.slice(0, length), played.slice(0, length)]
}

/** Tell who rules instead of whom, with the fewest provinces that it hangs on. */
function rules(position: Position, one: End, other: End): Claim[] {
  const [ruler, instead] = [one.outcome.ending, other.outcome.ending]
  if (ruler === instead) return []
  const there = new Map(other.provinces.slice(0, other.struggles).map((code, box) => [code, other.controls[box]!]))
  const changes = one.provinces.slice(0, one.struggles).flatMap((province, box): Province[] => {
    const control = one.controls[box]!
    const elsewhere = there.get(province) ?? control
    return elsewhere === control ? [] : [{ province, control, instead: elsewhere }]
  })
  const endingWith = (changed: readonly Province[]): Control =>
    rulerBy(
      position.field.engine,
      one.controls.map(
        (control, box) => changed.find(({ province }) => province === one.provinces[box])?.instead ?? control,
      ),
    )
  for (let count = 1; count <= MOST_CAUSES; count++) {
    const decisive = combinations(changes, count).filter((some) => endingWith(some) !== ruler)
    const best = decisive.find((some) => endingWith(some) === instead) ?? decisive[0]
    if (best) return [{ claim: 'rules', ruler, instead, because: best }]
  }
  return [{ claim: 'rules', ruler, instead, because: [] }]
}

/** List every choice of so many, in the order of the whole. */
function combinations<T>(whole: readonly T[], count: number): T[][] {
  if (count === 0) return [[]]
  return whole.flatMap((one, i) => combinations(whole.slice(i + 1), count - 1).map((rest) => [one, ...rest]))
}

const LEADING = ['most_of_ruling', 'most_of_second', 'earliest_last_card', 'most_sets', 'latest_card'] as const
type Leading = (typeof LEADING)[number]
const isLeading = (name: Criterion['criterion']): name is Leading => (LEADING as readonly string[]).includes(name)

/** Tell the criterion after which only the camp was left, with the seats that it left. */
function leads(outcome: Outcome, camp: readonly number[]): Claim[] {
  for (const { criterion, faction, seats, seats_left } of outcome.trail) {
    if (!seats.length || !isLeading(criterion)) continue
    const left = seats_left.flat()
    if (!left.every((seat) => camp.includes(seat))) continue
    const rivals = seats.filter(({ who }) => !camp.includes(who[0]!)).map(({ figure }) => figure)
    if (!rivals.length) return []
    const own = seats.find(({ who }) => seats_left.some((some) => sameSeats(some, who)))!.figure
    // Whoever is left has the greatest figure, or with some criteria the least.
    const rival = own < Math.min(...rivals) ? Math.min(...rivals) : Math.max(...rivals)
    return [{ claim: 'leads', seats: left.sort((a, b) => a - b), criterion, faction, figure: own, rival }]
  }
  return []
}

/** Tell by how much the courts compare better, if they do; a colony compares with a colony only. */
function gains(camp: readonly number[], one: End, other: End): Claim[] {
  const [ruler, instead] = [one.outcome.ending, other.outcome.ending]
  if ((ruler === 'B') !== (instead === 'B')) return []
  const found =
    ruler === 'B' || instead === 'B' ? setsGained(camp, one, other) : gained(camp, one, ruler, other, instead)
  if (!found) return []
  return found.figure - found.rival > found.instead_figure - found.instead_rival ? [found] : []
}

type Gains = Extract<Claim, { claim: 'gains' }>

function setsGained(camp: readonly number[], one: End, other: End): Gains | null {
  if (!one.outcome.winners.length || !other.outcome.winners.length) return null
  const [[figure, rival], [less, more]] = [setsOf(camp, one), setsOf(camp, other)]
  return {
    claim: 'gains',
    seats: [...camp],
    faction: null,
    figure,
    rival,
    instead_faction: null,
    instead_figure: less,
    instead_rival: more,
  }
}

function setsOf(camp: readonly number[], end: End): [number, number] {
  const { seats } = end.outcome.trail.find(({ criterion }) => criterion === 'most_sets')!
  const own = seats.find(({ who }) => sameSeats(who, camp))!.figure
  return [own, Math.max(...seats.filter(({ who }) => !sameSeats(who, camp)).map(({ figure }) => figure))]
}

function gained(camp: readonly number[], one: End, faction: Faction, other: End, instead: Faction): Gains | null {
  const followers = (end: End, seat: number, of: Faction): number => end.courts[seat - 1]![FACTIONS.indexOf(of)]!
  const most = (end: End, seats: readonly number[], of: Faction): number =>
    Math.max(...seats.map((seat) => followers(end, seat, of)))
  const others = one.courts.map((_, at) => at + 1).filter((seat) => !camp.includes(seat))
  const figure = most(one, camp, faction)
  const less = most(other, camp, instead)
  const best = camp.find((seat) => followers(one, seat, faction) === figure)!
  if (followers(other, best, instead) !== less) return null // two partners can't be told as one
  return {
    claim: 'gains',
    seats: [best],
    faction,
    figure,
    rival: most(one, others, faction),
    instead_faction: instead,
    instead_figure: less,
    instead_rival: most(other, others, instead),
  }
}

/** Tell that a pass keeps a card, unless the game ends with it. */
function keptCard(position: Position, instead: Line): Reason | null {
  const seat = position.toMove + 1
  const cards: CardLetter[] = position.seen().players[seat - 1]!.hand
  const pass = [[STEP_PASS]]
  if (!cards.length || at(position, pass, (end) => end.isOver)) return null
  return told(position, pass, instead, 'moves', [{ claim: 'keeps_card', seat, cards: cards.length }])
}
