/** Of a log with moves taken back, those that count are told apart from the others. */

import { expect, test } from 'vitest'
import type { Entry } from '../src/net/protocol'
import { undoneVersions } from '../src/play/undone'

/** A log in short: a number is the move of that turn, `<2` goes back to where two moves were played. */
function logOf(text: string): Entry[] {
  return text.split(' ').map((word, at) => {
    const back = word.startsWith('<')
    const turn = Number(word.replace('<', ''))
    const kind = back ? 'take_back' : word === '0' ? 'start' : 'move'
    const rest = { seat: 1, at: '', move: null, auto: false, level: null, events: [] }
    return { version: at + 1, turn, kind, to: back ? turn : null, ...rest } satisfies Entry
  })
}

test.each([
  ['0 1 2 3', []],
  ['0 1 2 <0', [2, 3]],
  ['0 1 2 3 <2 3', [4]],
  ['0 1 2 3 <2 3 4 <1 2', [3, 4, 6, 7]],
  ['2 3 <1 2', [1, 2]],
])('%s', (text, undone) => {
  expect([...undoneVersions(logOf(text))].sort((a, b) => a - b)).toEqual(undone)
})
