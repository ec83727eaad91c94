/** Where a browser keeps nothing, what was chosen lasts as long as the page, and nothing breaks. */

import { expect, test } from 'vitest'
import { memoryIn } from '../src/app/memory'

function shelf(room = Infinity): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => {
      if (kept.size >= room) throw new DOMException('full', 'QuotaExceededError')
      kept.set(name, value)
    },
    removeItem: (name: string) => void kept.delete(name),
    clear: () => kept.clear(),
  } as Storage
}

test('what is kept is found again, and can be forgotten', () => {
  const storage = shelf()
  memoryIn(() => storage).set('level', '3')
  const later = memoryIn(() => storage)
  expect(later.get('level')).toBe('3')
  later.remove('level')
  expect(later.get('level')).toBeNull()
})

test.each([
  [
    'forbidden',
    () => {
      throw new DOMException('no', 'SecurityError')
    },
  ],
  ['full', () => shelf(0)],
])('a storage that is %s is made up for until the page ends', (_, storage) => {
  const memory = memoryIn(storage)
  expect(memory.get('level')).toBeNull()
  memory.set('level', '3')
  expect(memory.get('level')).toBe('3')
  memory.clear()
  expect(memory.get('level')).toBeNull()
})
