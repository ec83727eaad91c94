/** Boards without outlines are drawn as circles: none on another, all on the chart, the same every time. */

import { expect, test } from 'vitest'
import { RADIUS, spread } from '../src/board/spreading'

const CODES = ['aaa', 'bbb', 'ccc', 'ddd', 'eee', 'fff', 'ggg', 'hhh']
const around: [string, string][] = CODES.map((code, at) => [code, CODES[(at + 1) % CODES.length]!])
const row = around.slice(0, -1)
const star = CODES.slice(1).map((code): [string, string] => ['aaa', code])
const all = CODES.flatMap((one, at) => CODES.slice(at + 1).map((other): [string, string] => [one, other]))

test.each<[string, [string, string][]]>([
  ['a ring', around],
  ['a row', row],
  ['a star', star],
  ['everything beside everything', all],
])('%s', (_, borders) => {
  const { places, roads } = spread(CODES, borders)
  expect([...places.keys()]).toEqual(CODES)
  const spots = [...places.values()]
  for (const [at, [x, y]] of spots.entries()) {
    expect(x).toBeGreaterThanOrEqual(RADIUS)
    expect(x).toBeLessThanOrEqual(1000 - RADIUS)
    expect(y).toBeGreaterThanOrEqual(RADIUS)
    expect(y).toBeLessThanOrEqual(1400 - RADIUS)
    for (const [u, v] of spots.slice(at + 1)) expect(Math.hypot(x - u, y - v)).toBeGreaterThan(1.9 * RADIUS)
  }
  expect(roads).toEqual(borders.map(([one, other]) => [places.get(one), places.get(other)]))
  expect(spread(CODES, borders)).toEqual({ places, roads })
})

test('neighbours lie nearer to each other than the ends of a row', () => {
  const { places } = spread(CODES, row)
  const gap = (one: string, other: string) => {
    const [[x, y], [u, v]] = [places.get(one)!, places.get(other)!]
    return Math.hypot(x - u, y - v)
  }
  const mean = row.reduce((sum, [one, other]) => sum + gap(one, other), 0) / row.length
  expect(mean).toBeLessThan(gap('aaa', 'hhh'))
})
