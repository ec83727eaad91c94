/** The browser says why a move is better in the words of the terminal, in every language. */

import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { BoardFile, Reason, SeatMeta } from '../src/net/protocol'
import { LANGUAGES, loadLanguage } from '../src/words/i18n'
import { reasonSentence } from '../src/words/reasons'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const { board, cases } = JSON.parse(read('reasons.json')) as {
  board: BoardFile
  cases: { reason: Reason; told: Record<string, string> }[]
}
const seats = ['Anna', 'Bertha', 'Carl', 'Dora'].map((name, at) => ({ seat: at + 1, name }) as SeatMeta)

afterEach(() => vi.unstubAllGlobals())

describe.each(Object.keys(LANGUAGES))('in %s', (language) => {
  test('each reason is told as the terminal does', async () => {
    vi.stubGlobal('document', { baseURI: 'http://siam.test/', documentElement: {} })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(read(`../public/catalogues/${language}.json`))))
    await loadLanguage(language)
    expect(cases.map(({ reason }) => reasonSentence(reason, { board, seats }))).toEqual(
      cases.map(({ told }) => told[language]),
    )
  })
})
