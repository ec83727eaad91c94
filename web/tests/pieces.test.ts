/** Followers can be counted at a glance: up to four stand there, beyond that a number says how many. */

import { expect, test } from 'vitest'
import { groups, spotOf, vacated } from '../src/board/pieces'
import type { ProvinceDrawing } from '../src/board/geometry'
import type { Box, Counts, Point } from '../src/net/protocol'

const SIZE = 40
const row = (y: number): Point[] => [0, 1, 2, 3, 4].map((at): Point => [at * SIZE, y])
const land = (code: string, middle: Point, spots: Partial<ProvinceDrawing['spots']> = {}) =>
  ({ code, middle, spots: { R: [], L: [], M: [], ...spots } }) as unknown as ProvinceDrawing
const withSpots = land('ayu', [100, 100], { R: row(0), L: row(50), M: row(100) })
const bare = land('chi', [100, 100])

test.each([1, 2, 3, 4, 5, 12])('%i followers', (count) => {
  for (const province of [withSpots, bare]) {
    const [group] = groups([count, 0, 0], province, SIZE, false)
    expect(group!.pieces).toHaveLength(Math.min(count, 4))
    expect(group!.number === null).toBe(count <= 4)
    expect(new Set(group!.pieces.map(String)).size).toBe(group!.pieces.length)
  }
  const [compact] = groups([0, count, 0], withSpots, SIZE, true)
  expect([compact!.pieces.length, compact!.faction]).toEqual([1, 'L'])
  expect(compact!.number).not.toBeNull()
})

test('factions without followers have no group, and the others keep their order', () => {
  expect(groups([1, 0, 2], bare, SIZE, false).map(({ faction }) => faction)).toEqual(['R', 'M'])
  expect(groups([0, 0, 0], bare, SIZE, false)).toEqual([])
})

test('who comes stands on the place that who left has freed', () => {
  const box = (followers: Counts) => ({ followers }) as Box
  const [before] = groups([3, 0, 0], withSpots, SIZE, false)
  const [after] = groups([2, 0, 0], withSpots, SIZE, false)
  expect(vacated(after ?? null, 'R', withSpots, false)).toEqual(before!.pieces[2])
  expect(spotOf('R', box([3, 0, 0]), withSpots, SIZE, false)).toEqual(before!.pieces[2])
  expect(spotOf('R', box([0, 0, 0]), bare, SIZE, false)).toEqual(bare.middle)
})
