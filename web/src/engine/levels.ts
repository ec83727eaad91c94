/** The levels, as numbers for the engine's module. Written by `make wasm`; do not edit. */

export interface Level {
  /** How many moves come to its mind with two, three and four players, if it does not search. */
  ideas: readonly number[] | null
  /** How many leaves it looks at with two, three and four players; none if it thinks by the clock. */
  nodes: readonly number[] | null
  seconds: number | null
  /** With a time limit it searches until the time is up, instead of counting nodes. */
  fillsTime: boolean
  /** How far its judgement is off with two, three and four players. */
  noise: readonly number[]
  /** The style's ten numbers, then four for each widening. */
  style: readonly number[]
  widenings: number
  lines: number
  /** With so few cards left and two camps, the ending is searched to the end first. */
  endgameCards: number
  /** The files of its weights with two, three and four players. */
  weights: readonly string[]
}

export const LEVELS: Readonly<Record<string, Level>> = {"1": {"ideas": [2, 1, 2], "nodes": null, "seconds": null, "fillsTime": false, "noise": [0, 0, 0], "style": [0.6, 0.4, 0.06, 40, 200, 16, 8, 4, 1000, 2, 48, 60, 1600, 8, 400, 250, 1600, 8], "widenings": 2, "lines": 40, "endgameCards": 5, "weights": ["levels-2.npz", "champion-0.1-3.npz", "champion-0.1-4.npz"]}, "2": {"ideas": null, "nodes": [1, 1, 1], "seconds": null, "fillsTime": false, "noise": [2.0, 3.2, 1.9], "style": [0.6, 0, 0.06, 40, 40, 16, 8, 4, 1000, 2], "widenings": 0, "lines": 40, "endgameCards": 0, "weights": ["levels-2.npz", "champion-0.1-3.npz", "champion-0.1-4.npz"]}, "3": {"ideas": null, "nodes": [1, 1, 1], "seconds": null, "fillsTime": false, "noise": [1.45, 2.8, 1.3], "style": [0.6, 0, 0.06, 40, 40, 16, 8, 4, 1000, 2], "widenings": 0, "lines": 40, "endgameCards": 0, "weights": ["levels-2.npz", "champion-0.1-3.npz", "champion-0.1-4.npz"]}, "4": {"ideas": null, "nodes": [1, 1, 1], "seconds": null, "fillsTime": false, "noise": [0.45, 2.45, 0.4], "style": [0.6, 0, 0.06, 40, 40, 16, 8, 4, 1000, 2], "widenings": 0, "lines": 40, "endgameCards": 0, "weights": ["levels-2.npz", "champion-0.1-3.npz", "champion-0.1-4.npz"]}, "5": {"ideas": null, "nodes": [10, 1, 10], "seconds": null, "fillsTime": false, "noise": [0, 1.85, 0], "style": [0.6, 0, 0.06, 40, 40, 16, 8, 4, 1000, 2], "widenings": 0, "lines": 40, "endgameCards": 0, "weights": ["levels-2.npz", "champion-0.1-3.npz", "champion-0.1-4.npz"]}, "6": {"ideas": null, "nodes": [60, 1, 60], "seconds": null, "fillsTime": false, "noise": [0, 1.1, 0], "style": [0.6, 0, 0.06, 40, 40, 16, 8, 4, 1000, 2], "widenings": 0, "lines": 40, "endgameCards": 0, "weights": ["levels-2.npz", "champion-0.1-3.npz", "champion-0.1-4.npz"]}, "7": {"ideas": null, "nodes": [400, 5, 200], "seconds": null, "fillsTime": false, "noise": [0, 0, 0], "style": [0.6, 0, 0.06, 40, 200, 16, 8, 4, 1000, 2], "widenings": 0, "lines": 40, "endgameCards": 4, "weights": ["levels-2.npz", "champion-0.1-3.npz", "champion-0.1-4.npz"]}, "8": {"ideas": null, "nodes": [1000, 400, 800], "seconds": null, "fillsTime": true, "noise": [0, 0, 0], "style": [0.6, 0.4, 0.06, 40, 200, 16, 8, 4, 1000, 2, 48, 60, 1600, 8, 400, 250, 1600, 8], "widenings": 2, "lines": 40, "endgameCards": 5, "weights": ["siam-2.npz", "siam-3.npz", "siam-4.npz"]}, "champion": {"ideas": null, "nodes": null, "seconds": 1.5, "fillsTime": false, "noise": [0, 0, 0], "style": [0.6, 0.4, 0.06, 40, 200, 16, 8, 4, 1000, 2, 48, 60, 1600, 8, 400, 250, 1600, 8], "widenings": 2, "lines": 40, "endgameCards": 5, "weights": ["siam-2.npz", "siam-3.npz", "siam-4.npz"]}}

/** The board that the weights know: the neighbours of each province as bits, then the homes. */
export const KNOWN_BOARD: readonly number[] = [200, 144, 96, 145, 138, 68, 165, 91, 0, 4, 2]

/** What somebody with a style likes of a move, in log odds of winning for each thing that follows. */
export interface Liking {
  card: number
  /** Whose provinces count: those held, and those where it leads. */
  control: 'R' | 'L' | 'M' | 'B' | null
  province: number
  /** Whose followers in the own court count. */
  faction: 'R' | 'L' | 'M' | null
  follower: number
  set: number
}

/** Players with a style: how many leaves they look at, and what they like. */
export const STYLES: Readonly<Record<string, { nodes: number; liking: Liking }>> = {"patient": {"nodes": 80, "liking": {"card": -0.7, "province": 0.0, "follower": 0.0, "set": 0.0, "control": null, "faction": null}}, "hasty": {"nodes": 80, "liking": {"card": 0.7, "province": 0.0, "follower": 0.0, "set": 0.0, "control": null, "faction": null}}, "royalist": {"nodes": 80, "liking": {"card": 0.0, "province": 0.3, "follower": 0.3, "set": 0.0, "control": "R", "faction": "R"}}, "anglophile": {"nodes": 80, "liking": {"card": 0.0, "province": 0.3, "follower": 0.0, "set": 0.5, "control": "B", "faction": null}}}

/** How many moves come to the mind of who takes whatever is best as it stands. */
export const GREEDY_IDEAS = 160

/** Nothing is liked so much that log odds of more than this are given up for it. */
export const REASON = 1.0
/** Chances nearer to nothing or all than this count as this. */
export const CERTAIN = 0.0001

/** The seats that win together, with two, three and four players. */
export const CAMPS: Readonly<Record<number, readonly (readonly number[])[]>> = {"2": [[1], [2]], "3": [[1], [2], [3]], "4": [[1, 3], [2, 4]]}
