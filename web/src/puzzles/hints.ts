/** What is told about the move that wins, one thing more each time: the card, what it does, the follower. */

import { isCell } from '../play/move.svelte'
import { t } from '../words/i18n'
import { cardName } from '../words/names'
import type { CardLetter } from '../net/protocol'

export interface PuzzleHint {
  words: string
  /** The steps that are drawn; an empty one is not told yet. */
  steps: string[]
}

export function hintsOf(steps: string[]): PuzzleHint[] {
  const [card, ...others] = steps
  if (card === undefined || card === 'pass') return [{ words: t('Hint: play no card. Passing wins.'), steps: ['pass'] }]
  const taken = others.at(-1)
  const hasTaken = taken !== undefined && isCell(taken)
  const effect = hasTaken ? others.slice(0, -1) : others
  return [
    { words: t('Hint: the card is {card}.', { card: cardName(card as CardLetter) }), steps: [card] },
    ...(effect.length ? [{ words: t('Hint: the arrows show what the card does.'), steps: [card, ...effect, ''] }] : []),
    ...(hasTaken ? [{ words: t('Hint: the ring shows the follower to take.'), steps }] : []),
  ]
}
