/** Our pages' Markdown becomes blocks; every word of it is kept, and nothing of it is ever HTML. */

import { expect, test } from 'vitest'
import { blocks, inline, type Block, type Inline } from '../src/words/markdown'

const plain = (text: string): Inline[] => [{ kind: 'text', text }]

test.each<[string, Block[]]>([
  ['', []],
  ['# Rules', [{ kind: 'heading', level: 1, id: null, text: plain('Rules') }]],
  ['### §5.6 Maharacha', [{ kind: 'heading', level: 3, id: '5.6', text: plain('§5.6 Maharacha') }]],
  ['#no heading', [{ kind: 'paragraph', text: plain('#no heading') }]],
  ['###### too deep', [{ kind: 'paragraph', text: plain('###### too deep') }]],
  ['one\ntwo\n\nthree', [plain('one two'), plain('three')].map((text) => ({ kind: 'paragraph', text }))],
  ['- a\n- b\n  goes on', [{ kind: 'list', ordered: false, items: [plain('a'), plain('b goes on')] }]],
  ['1. a\n2. b', [{ kind: 'list', ordered: true, items: [plain('a'), plain('b')] }]],
  [
    '| a | b |\n|---|---|\n| c | d |',
    [{ kind: 'table', head: [plain('a'), plain('b')], rows: [[plain('c'), plain('d')]] }],
  ],
  [
    '```\n# code | *as it is*\n```\nafter',
    [
      { kind: 'code', text: '# code | *as it is*' },
      { kind: 'paragraph', text: plain('after') },
    ],
  ],
  ['```\nnever closed', [{ kind: 'code', text: 'never closed' }]],
  [
    'text\n- item',
    [
      { kind: 'paragraph', text: plain('text') },
      { kind: 'list', ordered: false, items: [plain('item')] },
    ],
  ],
])('%j', (markdown, found) => {
  expect(blocks(markdown)).toEqual(found)
})

test.each<[string, Inline[]]>([
  [
    'a **b** c',
    [
      { kind: 'text', text: 'a ' },
      { kind: 'strong', text: 'b' },
      { kind: 'text', text: ' c' },
    ],
  ],
  ['*b*', [{ kind: 'em', text: 'b' }]],
  ['`*b*`', [{ kind: 'code', text: '*b*' }]],
  ['[R-07](rulings/R-07.md)', [{ kind: 'link', text: 'R-07', href: 'rulings/R-07.md' }]],
  ['a * b', plain('a * b')],
  ['<b>bold</b>', plain('<b>bold</b>')],
  ['[open', plain('[open')],
])('%j inside a line', (text, found) => {
  expect(inline(text)).toEqual(found)
})

function words(block: Block): string {
  const said = (texts: Inline[]) => texts.map(({ text }) => text).join('')
  if (block.kind === 'code') return block.text
  if (block.kind === 'list') return block.items.map(said).join(' ')
  if (block.kind === 'table') return [block.head, ...block.rows].flat().map(said).join(' ')
  return said(block.text)
}

test('whatever stands on a page, reading it ends, and every word of its prose and lists is kept', () => {
  const pieces = ['# ', '- ', '1. ', '\n', '\n\n', '**', '*', '`', 'word ', ' ', '§5.1 ', '####### ', '<b>']
  let seed = 1
  const draw = (): number => (seed = (seed * 48271) % 2147483647)
  for (let page = 0; page < 500; page++) {
    const text = Array.from({ length: 40 }, () => pieces[draw() % pieces.length]).join('')
    const count = (one: string) => one.match(/word/g)?.length ?? 0
    expect(count(blocks(text).map(words).join(' ')), JSON.stringify(text)).toBe(count(text))
  }
})
