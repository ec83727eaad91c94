/** What a move is called that lost a good part of its winning chance. Written by `make wasm`; do not edit. */

import type { Mark } from '../net/protocol'

/** How much of the chance has to be lost at least for a mark, the worst first. */
export const LEAST_LOSS: readonly (readonly [Mark, number])[] = [["blunder", 0.2], ["mistake", 0.1], ["inaccuracy", 0.05]]
