/** What went wrong, in the reader's language: what happened, that nothing was lost, and what to do. */

import { ApiError } from './api'
import { t } from '../words/i18n'

export function refusalWords(error: unknown): string {
  return error instanceof ApiError ? troubleWords(error.code, error.message, error.field) : troubleWords('', '')
}

export function troubleWords(code: string, message: string, field: string | null = null): string {
  switch (code) {
    case 'stale':
      return t('Somebody was faster: the table has moved on. Your move was not played; look again and choose.')
    case 'not_your_turn':
      return t('It is not your turn. Nothing was played.')
    case 'illegal_move':
    case 'illegal_step':
    case 'not_a_move':
      return t('The server did not accept this move. Nothing was played; please choose again.')
    case 'paused':
      return t('The game is paused. Your move was not played.')
    case 'not_running':
      return t('This game is not running. Nothing was played.')
    case 'no_hints':
      return t('There are no hints at this table.')
    case 'too_many':
      return t('That was too fast for the server. Nothing is lost; try again in a moment.')
    case 'offline':
      return t('The server does not answer. Nothing is lost; try again in a moment.')
    case 'name_taken':
      return t('Somebody already has this name. Choose another one.')
    case 'wrong_password':
      return t('Name and password do not match. Nothing was changed; try again.')
    case 'invalid':
      return invalidWords(field, message)
    default:
      return t('That did not work. Nothing was lost; try again in a moment.')
  }
}

function invalidWords(field: string | null, message: string): string {
  switch (field) {
    case 'name':
      return t('A name has 1 to 24 letters and figures.')
    case 'password':
      return t('A password has at least 8 letters.')
    case 'mail':
      return t('That is no mail address.')
    case 'seats':
      return t('You can sit once, and a certain player needs an account here. Look over the seats.')
    case 'board_file':
      return t('This board file has a mistake: {message}', { message })
    default:
      return t('Something in this form is not right. Nothing was lost; look it over and try again.')
  }
}
