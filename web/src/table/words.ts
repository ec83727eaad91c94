/** The words of a move in the making: what each chosen step says, and what is asked next. */

import { t } from '../words/i18n'
import { isCell, provinceOf, roleOf, type Role } from '../play/move.svelte'
import { cardName, controlName, provinceName } from '../words/names'
import type { BoardFile, CardLetter, Faction, State } from '../net/protocol'

/** A chosen step as a part of the sentence. */
export function stepWords(step: string, role: Role, board: BoardFile): string {
  const province = provinceName(board, provinceOf(step))
  const faction = isCell(step) ? controlName(step.charAt(0) as Faction) : ''
  switch (role.part) {
    case 'card':
      return cardName(step as CardLetter)
    case 'tile':
      return t('tile {province}', { province })
    case 'crown':
      return t('with {province}, crowned', { province })
    case 'place':
      return t('{faction} to {province}', { faction: controlName(role.faction), province })
    case 'give':
      return t('{faction} from {province}', { faction, province })
    case 'receive':
      return t('for {faction} from {province}', { faction, province })
    case 'take':
      return t('take {faction} from {province}', { faction, province })
  }
}

/** What the next step asks for. */
export function prompt(role: Role): string {
  switch (role.part) {
    case 'card':
      return t('Play a card or pass')
    case 'tile':
      return t('Choose a tile to swap')
    case 'crown':
      return t('Choose the other tile: it gets the king marker')
    case 'place':
      return t('Choose a province for a {faction} follower', { faction: controlName(role.faction) })
    case 'give':
      if (role.of === 1) return t('Choose a follower to swap')
      return role.index === 1 ? t('Choose the first of two followers to swap') : t('Choose the second follower of that province')
    case 'receive':
      return role.of === 1 ? t('Choose the follower that comes back') : t('Choose the one follower that comes back')
    case 'take':
      return t('Take a follower into your court')
  }
}

/** A whole move as a sentence: "1 vs 1: Rama from Ayutthaya, for Lao from Khorat, take Malay from Kedah". */
export function moveWords(steps: string[], state: State, board: BoardFile): string {
  const [card, ...choices] = steps
  if (!card || card === 'pass') return t('pass')
  const inVain = card === '1' || card === '2' ? choices.length < 2 : choices[0] === undefined || isCell(choices[0])
  const parts = choices.map((step, at) => stepWords(step, roleOf(steps, at + 1, state, inVain), board))
  const name = cardName(card as CardLetter)
  return parts.length ? t('{card}: {choices}', { card: name, choices: parts.join(', ') }) : name
}
