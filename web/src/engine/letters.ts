/** The numbers of cards, factions and seats in the module, and the letters that all others have for them. */

import type { CardLetter, Control, Faction } from '../net/protocol'
import * as x from './exports'

export const CARDS = 'KT12RLM'
export const CONTROLS = 'RLMB'

export const cardOf = (number: number): CardLetter => CARDS[number] as CardLetter
export const factionOf = (number: number): Faction => CONTROLS[number] as Faction
export const controlOf = (number: number): Control => CONTROLS[number] as Control

/** List the places of set bits, of up to 53. */
export function bitsOf(bits: number): number[] {
  const places = []
  for (let place = 0; bits >= 1; place++) {
    if (bits % 2 === 1) places.push(place)
    bits = Math.floor(bits / 2)
  }
  return places
}

/** The cards of a seat's hand, in the order of the notation. */
export function handOf(form: readonly number[], seat: number): CardLetter[] {
  return [...CARDS].flatMap((letter, card) =>
    Array<CardLetter>(form[x.FORM_HANDS + CARDS.length * seat + card]!).fill(letter as CardLetter),
  )
}
