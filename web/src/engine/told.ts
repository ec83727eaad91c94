/** What the module tells in rows of numbers, in the server's own words: events, outcomes, the state of a game. */

import type { Box, CardLetter, Counts, Criterion, GameEvent, Outcome, State } from '../net/protocol'
import * as x from './exports'
import type { Field } from './field'
import { bitsOf, cardOf, controlOf, factionOf, handOf } from './letters'
import { swapText } from './notation'

/** What is told of a position that needs no watcher: the server's state of a game, but for its table's own things. */
export type Seen = Pick<
  State,
  'contested' | 'passes' | 'track' | 'supply' | 'recency' | 'ban' | 'provinces' | 'standing'
> & { to_move: number; over: boolean; players: SeenPlayer[] }

export interface SeenPlayer {
  seat: number
  court: Counts
  hand: CardLetter[]
  passed: boolean
  sets: number
}

/** What happened, from one row of numbers; how the game ended is asked only where it has. */
export function eventsOf(event: number[], codes: readonly string[], outcome: () => Outcome): GameEvent[] {
  const [kind, a, b, c, d, e, f] = event as [number, number, number, number, number, number, number]
  switch (kind) {
    case x.PASSED:
      return [{ event: 'passed', seat: a + 1 }]
    case x.CARD_PLAYED:
      return [{ event: 'card_played', seat: a + 1, card: cardOf(b), no_effect: c === 1 }]
    case x.TILES_SWAPPED:
      return [
        { event: 'tiles_swapped', provinces: [codes[a]!, codes[b]!], boxes: [c + 1, d + 1] },
        { event: 'king_placed', province: codes[b]! },
      ]
    case x.FOLLOWER_PLACED:
      return [{ event: 'follower_placed', faction: factionOf(a), province: codes[b]! }]
    case x.FOLLOWERS_SWAPPED: {
      const given = c < 0 ? [factionOf(b)] : [factionOf(b), factionOf(c)]
      return [
        {
          event: 'followers_swapped',
          left: codes[a]!,
          left_given: given,
          right: codes[d]!,
          right_given: [factionOf(e)],
        },
      ]
    }
    case x.FOLLOWER_TAKEN:
      return [{ event: 'follower_taken', seat: a + 1, faction: factionOf(b), province: codes[c]! }]
    case x.STRUGGLE_RESOLVED:
      return [
        {
          event: 'struggle_resolved',
          province: codes[a]!,
          box: b + 1,
          control: controlOf(c),
          returned: [d, e, f],
        },
      ]
    default:
      return [{ event: 'game_ended', outcome: outcome() }]
  }
}

/** How a game ends, with every criterion that was needed. */
export function outcomeOf(told: number[]): Outcome {
  const trail = Array.from({ length: told[2]! }, (_, i) => {
    const start = x.OUTCOME_TRAIL + i * x.VERDICT
    return criterionOf(told.slice(start, start + x.VERDICT))
  })
  return { ending: controlOf(told[0]!), winners: seatsOf(told[1]!), trail }
}

const seatsOf = (bits: number): number[] => bitsOf(bits).map((seat) => seat + 1)

function criterionOf(row: number[]): Criterion {
  const [name, paragraph] = x.CRITERIA[row[0]!]!
  const figures = Array.from({ length: row[x.VERDICT_FIGURES]! }, (_, i) => {
    const place = x.VERDICT_FIGURES + 1 + 2 * i
    return { who: row[place]!, figure: row[place + 1]! }
  })
  const left = row.slice(x.VERDICT_LEFT + 1, x.VERDICT_LEFT + 1 + row[x.VERDICT_LEFT]!)
  const comparesFactions = row[0]! <= x.VERDICT_LAST_OF_FACTIONS
  return {
    criterion: name,
    paragraph,
    faction: row[1]! < 0 ? null : factionOf(row[1]!),
    factions: comparesFactions ? figures.map(({ who, figure }) => ({ who: controlOf(who), figure })) : [],
    factions_left: comparesFactions ? left.map(controlOf) : [],
    seats: comparesFactions ? [] : figures.map(({ who, figure }) => ({ who: seatsOf(who), figure })),
    seats_left: comparesFactions ? [] : left.map(seatsOf),
  }
}

/** What the server's state of the game says of a position in which no move has been begun. */
export function seenOf(form: readonly number[], facts: readonly number[], field: Field, standing: Outcome): Seen {
  const { codes, players } = field
  const counts = (start: number): Counts => [form[start]!, form[start + 1]!, form[start + 2]!]
  const over = facts[x.FACT_OVER] === 1
  const contested = facts[x.FACT_CONTESTED]!
  return {
    to_move: form[x.FORM_TO_MOVE]! + 1,
    over,
    contested: over ? null : codes[contested]!,
    passes: form[x.FORM_PASSES]!,
    track: codes.map((_, box): Box => {
      const province = form[x.FORM_TRACK + box]!
      const control = form[x.FORM_CONTROLS + province]!
      const majority = facts[x.FACT_MAJORITIES + province]!
      return {
        box: box + 1,
        province: codes[province]!,
        control: control < 0 ? null : controlOf(control),
        king: form[x.FORM_KINGS + province] === 1,
        followers: counts(x.FORM_FOLLOWERS + 3 * province),
        majority: majority < 0 ? null : controlOf(majority),
      }
    }),
    supply: counts(x.FORM_SUPPLY),
    players: Array.from({ length: players }, (_, seat) => ({
      seat: seat + 1,
      court: counts(x.FORM_COURTS + 3 * seat),
      hand: handOf(form, seat),
      passed: facts[x.FACT_PASSED + seat] === 1,
      sets: facts[x.FACT_SETS + seat]!,
    })),
    recency: form
      .slice(x.FORM_RECENCY, x.FORM_RECENCY + 4)
      .filter((seat) => seat >= 0)
      .map((seat) => seat + 1),
    ban: form[x.FORM_SWAP_CARD] === 0 ? null : swapText(codes, form),
    provinces: {
      R: facts[x.FACT_COUNTS]!,
      L: facts[x.FACT_COUNTS + 1]!,
      M: facts[x.FACT_COUNTS + 2]!,
      B: facts[x.FACT_COUNTS + 3]!,
    },
    standing,
  }
}
