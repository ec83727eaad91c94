/** What the scoreboard says in words, for whoever looks. */

import { expect, test } from 'vitest'
import type { Outcome, SeatMeta } from '../src/net/protocol'
import { scoreOf } from '../src/table/standing/standing'

function seatsOf(...names: string[]): SeatMeta[] {
  return names.map((name, at) => ({
    seat: at + 1,
    kind: 'player',
    player: name,
    name,
    guest: true,
    level: null,
    rating: null,
    team: names.length === 4 ? (at % 2) + 1 : at + 1,
    present: true,
    resigned: false,
  }))
}
const FOUR = seatsOf('Anna', 'Bertha', 'Carl', 'Wilhelmine von Hohenberg')
const TWO = seatsOf('Anna', 'Bertha')

function ending(winners: number[]): Outcome {
  return { ending: 'R', winners, trail: [] }
}

test('nobody is named at the start of a game for four, when all are level', () => {
  const { verdict, good } = scoreOf(ending([1, 2, 3, 4]), FOUR, [1])
  expect(verdict).toBe('all are level')
  expect(good).toBeNull()
})

test.each([
  [FOUR, [1, 3], [1], 'your team wins', true],
  [FOUR, [1, 3], [2], 'the other team wins', false],
  [FOUR, [1, 3], [], 'Anna and Carl win', null],
  [TWO, [1], [1], 'you win', true],
  [TWO, [1], [2], 'Anna wins', false],
  [TWO, [], [2], 'nobody wins', false],
  [TWO, [1, 2], [2], 'all are level', null],
] as const)('%#', (seats, winners, mine, verdict, good) => {
  expect(scoreOf(ending([...winners]), seats, [...mine])).toMatchObject({ verdict, good })
})
