/** What tests use of Node, so that the client's types know nothing else of it. */
declare module 'node:fs' {
  export function readFileSync(path: URL, encoding: 'utf8'): string
}
