/** What tests and the build use of Node, so that the client's types know nothing else of it. */
declare module 'node:fs' {
  interface Entry {
    name: string
    parentPath: string
    isFile(): boolean
  }
  export function readFileSync(path: URL | string, encoding: 'utf8'): string
  export function readFileSync(path: string): Uint8Array<ArrayBuffer>
  export function readdirSync(path: string, options: { withFileTypes: true; recursive: true }): Entry[]
  export function mkdirSync(path: string, options: { recursive: true }): void
  export function writeFileSync(path: string, content: string): void
}
declare module 'node:path' {
  export function join(...parts: string[]): string
}
declare module 'node:crypto' {
  interface Hash {
    update(content: string | Uint8Array): Hash
    digest(encoding: 'base64'): string
  }
  export function createHash(name: string): Hash
}
declare const process: { cwd(): string; env: Record<string, string | undefined> }
