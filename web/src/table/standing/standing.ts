/** How the game would end if nobody played another card, read off the server's trail for whoever looks. */

import type { Control, Criterion, Outcome, Seat, SeatMeta } from '../../net/protocol'
import { listed, t, tn } from '../../words/i18n'
import { seatName } from '../../words/names'

export interface Score {
  /** How many provinces each would have; the British only if they would have any. */
  provinces: { control: Control; count: number; rules: boolean }[]
  ending: Control
  /** What the courts are compared by: followers of the ruling faction, or sets in a colony. */
  courts: { mine: number; theirs: number } | null
  /** Good or bad for whoever looks; null for somebody who plays no side. */
  good: boolean | null
  verdict: string
}

export function scoreOf(outcome: Outcome, seats: SeatMeta[], mine: Seat[]): Score {
  const me = mine.length === 1 ? mine[0] : undefined
  const good = me === undefined || everybody(outcome, seats) ? null : outcome.winners.includes(me)
  return {
    provinces: provincesOf(outcome),
    ending: outcome.ending,
    courts: me === undefined ? null : courtsOf(outcome.trail, me),
    good,
    verdict: verdictOf(outcome, seats, good),
  }
}

function everybody(outcome: Outcome, seats: SeatMeta[]): boolean {
  return outcome.winners.length === seats.length
}

function provincesOf(outcome: Outcome): Score['provinces'] {
  const counted = outcome.trail.find((step) => step.factions.length > 0)
  return (counted?.factions ?? [])
    .map(({ who, figure }) => ({ control: who, count: figure, rules: who === outcome.ending }))
    .filter(({ control, count }) => control !== 'B' || count > 0)
}

/** The first comparison of courts on the trail: mine beside the best of the others. */
function courtsOf(trail: Criterion[], me: Seat): Score['courts'] {
  const step = trail.find((one) => one.seats.length > 1)
  const own = step?.seats.find(({ who }) => who.includes(me))
  if (!step || !own) return null
  return {
    mine: own.figure,
    theirs: Math.max(...step.seats.filter((one) => one !== own).map((one) => one.figure)),
  }
}

function verdictOf(outcome: Outcome, seats: SeatMeta[], good: boolean | null): string {
  const { winners } = outcome
  if (!winners.length) return t('nobody wins')
  if (everybody(outcome, seats)) return t('all are level')
  if (good) return seats.length === 4 ? t('your team wins') : t('you win')
  if (good === false && seats.length === 4) return t('the other team wins')
  return tn('{names} wins', '{names} win', winners.length, {
    names: listed(winners.map((seat) => seatName(seats, seat))),
  })
}
