/** Steps of a move as pages ask for them. */

import type { Position } from '../../engine'
import { No } from './refusals'

/** Refuse steps that can't be chosen one after another, and say why. */
export function checkSteps(position: Position, steps: readonly number[]): void {
  const trial = position.copy()
  try {
    steps.forEach((step, at) => {
      if (!trial.legalSteps().includes(step)) {
        const reason = step < 0 ? null : position.refusal(steps.slice(0, at), step)
        throw new No('illegal_step', '', null, reason)
      }
      trial.apply(step)
    })
  } finally {
    trial.end()
  }
}
