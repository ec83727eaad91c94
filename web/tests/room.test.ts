/** On a small board nothing covers anything else. */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawing, type ProvinceDrawing } from '../src/board/geometry'
import { withRoom } from '../src/board/room'
import type { BoardFile, Counts, Point } from '../src/net/protocol'

const SIAM = JSON.parse(readFileSync(new URL('../src/engine/boards/siam.json', import.meta.url), 'utf8')) as BoardFile
const land = (code: string, middle: Point, name: Point) =>
  ({ code, middle, names: { en: code }, label: { at: name, angle: 0, size: 30 } }) as unknown as ProvinceDrawing
const settings = { nameOf: (one: ProvinceDrawing) => one.names.en!, size: 40, letters: 20 }

test('followers of near provinces are moved apart, and those that stand alone stay', () => {
  const provinces = [
    land('ayu', [200, 200], [200, 80]),
    land('chi', [230, 210], [600, 80]),
    land('ked', [400, 600], [400, 500]),
  ]
  const moved = withRoom({ provinces, counts: () => [1, 1, 0], ...settings })
  const [one, other, far] = moved.map(({ middle }) => middle)
  const [across, along] = [Math.abs(one![0] - other![0]), Math.abs(one![1] - other![1])]
  expect(across >= 80 || along >= 40).toBe(true)
  expect(far).toEqual([400, 600])
})

test.each([0.17, 0.19, 0.22, 0.26, 0.32, 0.4])(
  'at %f of its size no name lies over followers or another name',
  (scale) => {
    const { provinces } = drawing(SIAM)
    const [size, letters] = [(scale < 0.28 ? 21 : 23) / scale, 14 / scale]
    const nameOf = (one: ProvinceDrawing) => one.names.en ?? one.code
    for (const counts of [
      [1, 2, 3],
      [2, 0, 1],
      [0, 0, 4],
    ] as Counts[]) {
      const placed = withRoom({ provinces, counts: () => counts, nameOf, size, letters })
      const wide = counts.filter((one) => one > 0).length * size
      const boxes = placed.flatMap((one): { what: string; at: Point; half: Point }[] => [
        { what: `followers of ${one.code}`, at: one.middle, half: [wide / 2, size / 2] },
        {
          what: nameOf(one),
          at: [one.label.at[0], one.label.at[1] - letters * 0.3],
          half: [nameOf(one).length * letters * 0.23, letters * 0.35],
        },
      ])
      const covered = boxes.flatMap((one, at) =>
        boxes.slice(at + 1).flatMap((other) => {
          const over = [0, 1].map((way) => one.half[way]! + other.half[way]! - Math.abs(one.at[way]! - other.at[way]!))
          return Math.min(...over) * scale > 1.5 ? [`${one.what} and ${other.what}`] : []
        }),
      )
      expect(covered).toEqual([])
    }
  },
)
