/** The keys of the table: cards by number, P passes, Backspace takes a step back, Enter confirms, ? lists them. */

import type { Deciding } from '../../play/deciding.svelte'
import { FULL_HAND } from '../../net/protocol'

export function pressed(event: KeyboardEvent, deciding: Deciding, list: () => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  const target = event.target as HTMLElement
  if (target.closest('input, textarea, select, dialog')) return
  const { stage, making } = deciding
  if (stage.playing && (event.key === 'Escape' || event.key === ' ' || event.key === 'Enter')) {
    event.preventDefault()
    return stage.skip()
  }
  if (event.key === '?') {
    // On something that has an explanation, that is shown instead.
    if (!target.closest('[data-explain]')) list()
  } else if (event.key === 'p' || event.key === 'P') void deciding.pass()
  else if (event.key === 'Backspace' || event.key === 'Escape' || event.key === 'u') deciding.undo()
  else if (event.key === 'Enter' && making.move && !target.closest('button, a, [role="button"]'))
    void deciding.confirm()
  else if (/^[1-8]$/.test(event.key)) chooseCard(deciding, Number(event.key) - 1)
}

function chooseCard(deciding: Deciding, place: number): void {
  const card = FULL_HAND[place]
  if (!card || !deciding.myTurn || !deciding.first.includes(card)) return
  // The focus follows the move: wherever it was, Enter must not press something else now.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  void deciding.pick(card)
}
