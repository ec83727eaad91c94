/** What the worker keeps of a build: every file with its digest, and a name for all of it together. */

import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The weights of the bots: large, and needed only by who plays them. */
const PROVISIONS = /\.npz$/
const WORKER = 'worker.js'

const digest = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('base64')

/** Write the worker with the list of this build's files. */
export function release(root: string): Plugin {
  return {
    name: 'siam-release',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files: Record<string, string> = {}
        let entry = ''
        for (const { fileName, ...file } of Object.values(bundle)) {
          files[fileName] = `sha256-${digest(file.type === 'chunk' ? file.code : file.source)}`
          if (file.type === 'chunk' && file.isEntry) entry = fileName
        }
        for (const name of namesIn(join(root, 'public')))
          files[name] = `sha256-${digest(readFileSync(join(root, 'public', name)))}`
        const kept = Object.entries(files)
          .filter(([name]) => !name.endsWith('.html'))
          .sort()
        const shell = Object.fromEntries(kept.filter(([name]) => !PROVISIONS.test(name)))
        const provisions = Object.fromEntries(kept.filter(([name]) => PROVISIONS.test(name)))
        const source = readFileSync(join(root, WORKER), 'utf8')
        const name = digest(JSON.stringify([source, files]))
          .replaceAll(/\W/g, '')
          .slice(0, 12)
        const told = JSON.stringify({ name, entry, shell, provisions })
        this.emitFile({ type: 'asset', fileName: WORKER, source: `const RELEASE = ${told}\n${source}` })
      },
    },
  }
}

function namesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
}
