/** An address names a page, or none; nothing that somebody types breaks the client. */

import { expect, test } from 'vitest'
import { pageFor } from '../src/app/pages'

test.each([
  ['', 'home', {}],
  ['lobby/', 'lobby', {}],
  ['table/abc123', 'table', { id: 'abc123' }],
  ['puzzle/2-07', 'puzzle', { id: '2-07' }],
  ['player/Anna%20B', 'player', { name: 'Anna B' }],
  ['account/password', 'key', { what: 'password' }],
  ['account', 'account', {}],
  ['table/abc/more', 'lost', {}],
  ['player/', 'lost', {}],
  ['player/100%', 'lost', {}],
  ['player/%E0%A4%A', 'lost', {}],
  ['wp-login.php', 'lost', {}],
])('%j is the page %s', (path, name, args) => {
  const page = pageFor({ path, query: new URLSearchParams(), hash: '' } as unknown as Parameters<typeof pageFor>[0])
  expect([page.name, page.args]).toEqual([name, args])
})
