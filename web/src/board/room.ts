/** On a small board names and followers are larger than the land: where they stand so that none covers another. */

import type { Box, Counts, Point } from '../net/protocol'
import { HEIGHT, WIDTH, type ProvinceDrawing } from './geometry'

/** Something that takes room around its middle; what is fixed stays, and the others give way. */
interface Block {
  at: Point
  half: Point
  fixed?: boolean
}

/** The least height of letters on a screen, in pixels. */
export const LETTERS = 14
const ROUNDS = 80
/** How wide a letter of a name is, and how far its middle lies above the line it stands on, for the size of the letters. */
const LETTER = 0.52
const RISE = 0.3

export interface Crowd {
  provinces: ProvinceDrawing[]
  counts: (code: string) => Counts | undefined
  nameOf: (province: ProvinceDrawing) => string
  /** A follower's size and a letter's, in units of the drawing. */
  size: number
  letters: number
  /** What else is drawn there and can't move. */
  taken?: { at: Point; half: Point }[]
}

/** Where each province's followers and its name stand, as near to their places as the room allows. */
export function withRoom({ provinces, counts, nameOf, size, letters, taken = [] }: Crowd): ProvinceDrawing[] {
  const pieces = provinces.map((province): Block => {
    const at: Point = [...province.middle]
    const there = counts(province.code)
    if (!there) return { at, half: [size * 0.66, size * 0.72] } // a marker, or a flag on its pole
    const count = there.filter((one) => one > 0).length
    return { at, half: [(count * size * 1.06) / 2, count ? size * 0.52 : 0] }
  })
  const names = provinces.map((province): Block => {
    const [x, y] =
      Math.abs(province.label.angle) > 15
        ? [province.middle[0], province.middle[1] - letters * 1.15]
        : province.label.at
    const half: Point = [(nameOf(province).length * letters * LETTER) / 2, letters * 0.42]
    return { at: [x, y - letters * RISE], half }
  })
  settle([...pieces, ...names, ...taken.map((one) => ({ ...one, fixed: true }))].filter(({ half }) => half[0] > 0))
  return provinces.map((province, at) => ({
    ...province,
    middle: pieces[at]!.at,
    label: { ...province.label, angle: 0, at: [names[at]!.at[0], names[at]!.at[1] + letters * RISE] },
  }))
}

/** A province's name with the number of its box before it, where there is room for that and the struggle is still open. */
export function nameWithBox(name: string, box: Box | undefined, scale: number): string {
  return scale > 0.27 && box && !box.control ? `${box.box}. ${name}` : name
}

function settle(blocks: Block[]): void {
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false
    for (const [at, one] of blocks.entries()) {
      for (const other of blocks.slice(at + 1)) moved = part(one, other) || moved
    }
    for (const block of blocks) if (!block.fixed) stayWithin(block)
    if (!moved) return
  }
}

/** Move two blocks apart the shorter way, and say whether they had covered each other. */
function part(one: Block, other: Block): boolean {
  const [x, y] = [other.at[0] - one.at[0], other.at[1] - one.at[1]]
  const [across, along] = [one.half[0] + other.half[0] - Math.abs(x), one.half[1] + other.half[1] - Math.abs(y)]
  if (across <= 0.5 || along <= 0.5 || (one.fixed && other.fixed)) return false
  const way = across < along ? 0 : 1
  const by = Math.min(across, along) * Math.sign((way ? y : x) || 1)
  const share = one.fixed ? 0 : other.fixed ? 1 : 0.5
  one.at[way] -= by * share
  other.at[way] += by * (1 - share)
  return true
}

function stayWithin({ at, half }: Block): void {
  at[0] = Math.max(half[0] + 8, Math.min(WIDTH - half[0] - 8, at[0]))
  at[1] = Math.max(half[1] + 18, Math.min(HEIGHT - half[1] - 18, at[1]))
}
