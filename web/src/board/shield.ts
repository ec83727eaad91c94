/** Where the supply's coat of arms stands, and how much of the board it takes. */

import type { Point } from '../net/protocol'
import { HEIGHT, WIDTH } from './geometry'

const [HALF_WIDTH, ABOVE, BELOW] = [92, 94, 128]

/** On a small board it is drawn larger, since its figures are to be read, and moves in from the edge. */
export function shield([x, y]: Point, scale: number): { at: Point; grow: number; room: { at: Point; half: Point } } {
  const grow = Math.max(0.9, Math.min(1.4, 0.36 / scale))
  const at: Point = [Math.min(x, WIDTH - HALF_WIDTH * grow), Math.min(y, HEIGHT - BELOW * grow)]
  const middle: Point = [at[0], at[1] + ((BELOW - ABOVE) / 2) * grow]
  return { at, grow, room: { at: middle, half: [HALF_WIDTH * grow, ((ABOVE + BELOW) / 2) * grow] } }
}
