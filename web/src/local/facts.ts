/** What the game offers where no server answers: the bots that think on this device, and the boards that come with it. */

import { LEVELS, STYLES } from '../engine/levels'
import type { ServerFacts } from '../net/protocol'
import { LANGUAGES } from '../words/i18n'

/** The bots that can think on this device, in the server's order. */
export const LEVELS_HERE: readonly string[] = [
  ...Object.keys(LEVELS).filter((name) => name !== 'champion'),
  ...Object.keys(STYLES),
  'champion',
  'greedy',
  'random',
]

/** The bot wished for, if it can think here: else a gentle one. */
export function levelHere(wish: string): string {
  return LEVELS_HERE.includes(wish) ? wish : '1'
}

export const BOARDS_HERE: readonly string[] = ['albion', 'siam']

export function factsHere(): ServerFacts {
  return {
    name: 'Siam',
    version: '',
    rules: '',
    boards: [...BOARDS_HERE],
    languages: Object.keys(LANGUAGES),
    levels: LEVELS_HERE.map((name) => ({ name, title: name })),
    greetings: [],
    push_key: null,
    mail: false,
    registration: false,
    limits: { name: 24, chat: 300, settings: 0 },
  }
}
