/** Why a move is better, in the words that the terminal has for it too. */

import { listed, t } from './i18n'
import { controlName, provinceName, seatName } from './names'
import type { Cast } from './sentences'
import type { Claim, Reason, SeatMeta } from '../net/protocol'

type Rules = Extract<Claim, { claim: 'rules' }>
type Leads = Extract<Claim, { claim: 'leads' }>
type Gains = Extract<Claim, { claim: 'gains' }>

export function reasonSentence(reason: Reason, cast: Cast): string {
  const [first] = reason.claims
  if (first?.claim === 'keeps_card') {
    return t('{name} keeps a card: {cards} in hand instead of {fewer}.', {
      name: seatName(cast.seats, first.seat),
      cards: first.cards,
      fewer: first.cards - 1,
    })
  }
  const claims = reason.claims.map((claim) => clause(claim, cast)).join('; ')
  if (reason.beside === 'passing' && reason.claims.some((claim) => claim.claim !== 'leads')) {
    return besidePassing(reason.horizon, claims)
  }
  switch (reason.horizon) {
    case 'game_ends':
      return t('When the game ends by the best line: {claims}.', { claims })
    case 'lines':
      return t('If everyone passes at the end of the best line: {claims}.', { claims })
    case 'moves':
      return t('If everyone passes right after it: {claims}.', { claims })
  }
}

function besidePassing(horizon: Reason['horizon'], claims: string): string {
  switch (horizon) {
    case 'game_ends':
      return t('When the game ends by the best line instead of everyone passing now: {claims}.', { claims })
    case 'lines':
      return t('If everyone passes at the end of the best line instead of now: {claims}.', { claims })
    case 'moves':
      return t('If everyone passes right after it instead of now: {claims}.', { claims })
  }
}

function clause(claim: Claim, cast: Cast): string {
  switch (claim.claim) {
    case 'rules':
      return rulerClause(claim, cast)
    case 'wins': {
      const names = named(claim.seats, cast.seats)
      return claim.instead.length
        ? t('the win goes to {names} instead of {others}', { names, others: named(claim.instead, cast.seats) })
        : t('the win goes to {names} instead of nobody', { names })
    }
    case 'leads':
      return leadClause(claim, cast)
    case 'gains':
      return gainClause(claim, cast)
    case 'keeps_card':
      return ''
  }
}

function rulerClause(claim: Rules, cast: Cast): string {
  const [faction, other] = [controlName(claim.ruler), controlName(claim.instead)]
  const ruler =
    claim.ruler === 'B'
      ? t('Siam becomes a colony instead of a kingdom ruled by {other}', { other })
      : claim.instead === 'B'
        ? t('{faction} rules and Siam does not become a colony', { faction })
        : t('{faction} rules instead of {other}', { faction, other })
  if (!claim.because.length) return ruler
  const causes = listed(claim.because.map((change) => provinceClause(change, cast)))
  return t('{causes}, so {ruler}', { causes, ruler })
}

function provinceClause(change: Rules['because'][number], { board }: Cast): string {
  const province = provinceName(board, change.province)
  const [control, other] = [controlName(change.control), controlName(change.instead)]
  if (change.control === 'B') return t('{province} goes to the British instead of {other}', { province, other })
  if (change.instead === 'B') return t('{province} goes to {control} instead of the British', { province, control })
  return t('{province} goes to {control} instead of {other}', { province, control, other })
}

function leadClause({ seats, criterion, faction: letter, figure, rival }: Leads, cast: Cast): string {
  const names = named(seats, cast.seats)
  const faction = letter ? controlName(letter) : ''
  switch (criterion) {
    case 'most_of_ruling':
      return t('{faction} followers: {figure} to {rival} for {names}', { faction, figure, rival, names })
    case 'most_of_second':
      return t('tied, then followers of the second faction, {faction}: {figure} to {rival} for {names}', {
        faction,
        figure,
        rival,
        names,
      })
    case 'earliest_last_card':
      return t('tied, then the latest card furthest back: {names}', { names })
    case 'most_sets':
      return t('complete sets: {figure} to {rival} for {names}', { figure, rival, names })
    case 'latest_card':
      return t('tied, then the latest card of all: {names}', { names })
  }
}

function gainClause(claim: Gains, cast: Cast): string {
  const { figure, rival, instead_figure: less, instead_rival: more } = claim
  const names = named(claim.seats, cast.seats)
  if (!claim.faction || !claim.instead_faction) {
    return t('complete sets: {figure} to {rival} for {names} instead of {less} to {more}', {
      figure,
      rival,
      names,
      less,
      more,
    })
  }
  const [faction, other] = [controlName(claim.faction), controlName(claim.instead_faction)]
  const values = { faction, figure, rival, names, less, more }
  return claim.faction === claim.instead_faction
    ? t('{faction} followers: {figure} to {rival} for {names} instead of {less} to {more}', values)
    : t('{faction} followers: {figure} to {rival} for {names} instead of {other} followers: {less} to {more}', {
        ...values,
        other,
      })
}

function named(seats: number[], table: SeatMeta[]): string {
  return listed(seats.map((seat) => seatName(table, seat)))
}
