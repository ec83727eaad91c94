/** The engine in the page: see docs/engine.md, "The twin". */

export { Bots, type Found, type Limits, type Line, type WeightsSource } from './bots'
export { Engine } from './engine'
export { Field } from './field'
export {
  NotationError,
  formatMove,
  formatOptions,
  formatPosition,
  formatRecord,
  formatStep,
  parseMove,
  parseOptions,
  parsePosition,
  parseRecord,
  parseStep,
  type GameRecord,
} from './notation'
export { Position, rulerBy, type Part } from './position'
export { type Seen, type SeenPlayer } from './told'
export { readWeights, type Weights } from './weights'
