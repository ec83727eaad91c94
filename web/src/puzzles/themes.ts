/** What puzzles are about, in words. */

import { t } from '../words/i18n'
import type { Theme } from '../net/protocol'

export function themeName(theme: Theme): string {
  switch (theme) {
    case 'last_card':
      return t('your last card')
    case 'in_two':
      return t('win in two')
    case 'pass':
      return t('patience')
    case 'swap':
      return t('swap')
    case 'order':
      return t('order of the struggles')
    case 'no_effect':
      return t('card without effect')
    case 'colony':
      return t('colony')
    case 'tie_break':
      return t('tie-break')
  }
}

export function gradeWords(grade: number): string {
  return t('Grade {grade} of 5', { grade })
}
