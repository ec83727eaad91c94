/** What is going on at a table, in one sentence. */

import { t } from '../../words/i18n'
import { seatName } from '../../words/names'
import { outcomeSentence, winnersNamed } from '../../words/sentences'
import type { Result, SeatMeta, State, You } from '../../net/protocol'

export function nowSentence(state: State, seats: SeatMeta[], you: You): string {
  if (state.paused) return t('The game is paused')
  const name = seatName(seats, state.to_move ?? 0)
  if (you.my_turn) {
    if (you.seats.length > 1) return t('{name}: play a card or pass', { name })
    return you.legal.length === 1 && you.legal[0] === 'pass'
      ? t('Your turn: you can only pass')
      : t('Your turn: play a card or pass')
  }
  const meta = seats.find((seat) => seat.seat === state.to_move)
  const doing = meta?.kind === 'bot' ? t('{name} is thinking …', { name }) : t('{name} chooses …', { name })
  return you.seats.length ? doing : `${t('You are watching')} · ${doing}`
}

export function resultSentence(over: Result, seats: SeatMeta[]): string {
  const names = winnersNamed(over.winners, seats)
  const by = over.by === null ? '' : seatName(seats, over.by)
  switch (over.how) {
    case 'played':
      return over.ending
        ? outcomeSentence({ ending: over.ending, winners: over.winners, trail: [] }, seats)
        : t('The game is over')
    case 'resignation':
      return t('{by} resigned: {names} wins', { by, names })
    case 'time':
      return t('{by} ran out of time: {names} wins', { by, names })
    case 'agreement':
      return t('The game was ended by agreement')
  }
}
