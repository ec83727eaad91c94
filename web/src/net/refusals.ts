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
    case 'no_take_back':
      return t('That move can’t be asked back: each one once, and three times in a game at most.')
    case 'already_refused':
      return t('That was declined. You can ask again after the next move.')
    case 'not_away':
      return t('A bot can only take over from somebody who has been away for a while. Ask again later.')
    case 'no_such_proposal':
      return t('That is no longer open: it was withdrawn, or the game has moved on.')
    case 'no_hints':
      return t('There are no hints at this table.')
    case 'too_many':
      return t('That was too fast for the server. Nothing is lost; try again in a moment.')
    case 'busy':
      return t('Too many people ask for that right now. Nothing is lost; try again in a moment.')
    case 'too_many_tables':
      return t('That would be one table too many at a time. Finish or cancel a game first.')
    case 'offline':
      return t('The server does not answer. Nothing is lost; try again in a moment.')
    case 'no_room':
      return t(
        'This device has no room left: the move is not kept. Remove old games or free some space, then try again.',
      )
    case 'broken_here':
      return t('The engine could not be loaded on this device. The game is kept; go online once and try again.')
    case 'name_taken':
      return t('Somebody already has this name. Choose another one.')
    case 'wrong_password':
      return t('Name and password do not match. Nothing was changed; try again.')
    case 'no_such_link':
      return t('This link holds no more: it was used, it is too old, or a newer one was made. Ask for another one.')
    case 'invalid':
      return invalidWords(field, message)
    default:
      return t('That did not work. Nothing was lost; try again in a moment.')
  }
}

/** Why something can't be chosen: the rules' reasons in a few words. */
export function reasonWords(reason: string): string {
  switch (reason) {
    case 'PROVINCE_CONTROLLED':
      return t('This province is decided already.')
    case 'NOT_REACHABLE':
      return t('Only next to the faction’s home or next to provinces that it controls.')
    case 'NOT_IN_SUPPLY':
      return t('The supply has none of them left.')
    case 'NO_SUCH_FOLLOWER':
      return t('There is no such follower here.')
    case 'SAME_PROVINCE':
      return t('It has to be another province.')
    case 'NOT_ADJACENT':
      return t('The two provinces have to be neighbours.')
    case 'WRONG_NUMBER':
      return t('Both followers have to come from the same province.')
    case 'UNDOES_LAST_SWAP':
      return t('That would undo the swap before.')
    case 'TILE_FIXED':
      return t('This tile can’t be swapped: it is crowned or decided.')
    case 'NOT_TAKEABLE':
      return t('There is no follower to take here.')
    case 'LAST_CARD_MUST_WIN':
      return t('The last card of the game may be played only to win.')
    default:
      return t('This can’t be chosen now.')
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
    case 'record':
      return t('This file holds no game that can be opened here: {message}', { message })
    case 'board_file':
      return t('This board file has a mistake: {message}', { message })
    default:
      return t('Something in this form is not right. Nothing was lost; look it over and try again.')
  }
}
