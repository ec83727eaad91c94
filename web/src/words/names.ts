/** What things are called: cards, factions, provinces, seats. Names as in the rulebooks. */

import { botName } from './bots'
import { currentLanguage, t } from './i18n'
import type { BoardFile, CardLetter, Control, Faction, ProvinceCode, Seat, SeatMeta } from '../net/protocol'

export function controlName(control: Control): string {
  switch (control) {
    case 'R':
      return t('Rama')
    case 'L':
      return t('Lao')
    case 'M':
      return t('Malay')
    case 'B':
      return t('British')
  }
}

export function cardName(card: CardLetter): string {
  switch (card) {
    case 'K':
      return t('Maharacha')
    case 'T':
      return t('Khon Thai')
    case '1':
      return t('1 vs 1')
    case '2':
      return t('2 vs 1')
    case 'R':
      return t('Rama')
    case 'L':
      return t('Lao')
    case 'M':
      return t('Malai')
  }
}

/** One line of what a card does. */
export function cardDeed(card: CardLetter): string {
  switch (card) {
    case 'K':
      return t('Swap two tiles, crown one')
    case 'T':
      return t('Place one of each faction')
    case '1':
      return t('Swap 1 for 1, anywhere')
    case '2':
      return t('Swap 2 for 1 next door')
    case 'R':
      return t('Place two Rama')
    case 'L':
      return t('Place two Lao')
    case 'M':
      return t('Place two Malay')
  }
}

export { botName }

const ROMAN = ['I', 'II', 'III', 'IV']

export function provinceName(board: BoardFile, code: ProvinceCode): string {
  const names = board.provinces.find((province) => province.code === code)?.names
  return names?.[currentLanguage()] ?? names?.en ?? code
}

export function seatName(seats: SeatMeta[], seat: Seat): string {
  const meta = seats.find((one) => one.seat === seat)
  if (meta?.name) return meta.name
  if (meta?.kind === 'bot' && meta.level) {
    // The second of the same name is called as kings are: "Mali II".
    const before = seats.filter((one) => one.seat < seat && one.kind === 'bot' && one.level === meta.level).length
    return before ? `${botName(meta.level)} ${ROMAN[before]}` : botName(meta.level)
  }
  return t('Seat {seat}', { seat })
}

export function factionOf(home: string | undefined): Faction | null {
  return home === 'rama' ? 'R' : home === 'lao' ? 'L' : home === 'malay' ? 'M' : null
}
