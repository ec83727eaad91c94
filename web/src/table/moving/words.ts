/** The words of a move in the making: what each chosen step says, and what is asked next. */

import { t } from '../../words/i18n'
import { isCell, provinceOf } from '../../play/move.svelte'
import { cardName, controlName, provinceName } from '../../words/names'
import { FACTIONS, type BoardFile, type CardLetter, type Faction, type Part } from '../../net/protocol'

/** A chosen step as a part of the sentence. */
export function stepWords(step: string, part: Part, board: BoardFile): string {
  const province = provinceName(board, provinceOf(step))
  const faction = isCell(step) ? controlName(step.charAt(0) as Faction) : ''
  switch (part.kind) {
    case 'card':
      return cardName(step as CardLetter)
    case 'tile':
      return t('tile {province}', { province })
    case 'crown':
      return t('with {province}, crowned', { province })
    case 'place':
      return t('{faction} to {province}', { faction: controlName(part.faction!), province })
    case 'give':
      return t('{faction} from {province}', { faction, province })
    case 'receive':
      return t('for {faction} from {province}', { faction, province })
    case 'take':
      return t('take {faction} from {province}', { faction, province })
  }
}

/** What the next step asks for; `parts` is the whole move. */
export function prompt(part: Part, parts: Part[]): string {
  switch (part.kind) {
    case 'card':
      return t('Play a card or pass')
    case 'tile':
      return t('Choose a tile to swap')
    case 'crown':
      return t('Choose the other tile: it gets the king marker')
    case 'place':
      return t('Choose a province for a {faction} follower', { faction: controlName(part.faction!) })
    case 'give':
      if (part.count === 1) return t('Choose a follower to swap')
      return part.index === 1
        ? t('Choose the first of two followers to swap')
        : t('Choose the second follower of that province')
    case 'receive':
      return parts.filter((other) => other.kind === 'give').length === 1
        ? t('Choose the follower that comes back')
        : t('Choose the one follower that comes back')
    case 'take':
      return t('Take a follower into your court')
  }
}

/** A station of the rail that is still to come. */
export function stationWords(part: Part): string {
  switch (part.kind) {
    case 'card':
      return t('card')
    case 'tile':
      return t('tile')
    case 'crown':
      return t('other tile')
    case 'place':
      return t('where')
    case 'give':
      return t('give')
    case 'receive':
      return t('get back')
    case 'take':
      return t('take')
  }
}

/** The factions that a card for all of them leaves out here, since it asks for no place for them. */
export function leftOut(card: CardLetter | null, parts: Part[]): Faction[] {
  const placed = parts.filter((part) => part.kind === 'place').map((part) => part.faction)
  return card === 'T' && placed.length ? FACTIONS.filter((faction) => !placed.includes(faction)) : []
}

/** A whole move as a sentence: "1 vs 1: Rama from Ayutthaya, for Lao from Khorat, take Malay from Kedah". */
export function moveWords(steps: string[], parts: Part[], board: BoardFile): string {
  const [card, ...choices] = steps
  if (!card || card === 'pass') return t('pass')
  const words = choices.map((step, at) => stepWords(step, parts[at + 1]!, board))
  const name = cardName(card as CardLetter)
  return words.length ? t('{card}: {choices}', { card: name, choices: words.join(', ') }) : name
}
