/** A site of files without a server, for any host of files and under any path: every page is a folder with an index. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The pages that need no server; addresses in src/net/base.ts. */
const PAGES = ['new', 'table', 'replay', 'tutorial', 'puzzles', 'puzzle', 'rules', 'settings', 'server']
const BASE = /<base href="[^"]*"/

/** Say in the page that there is no server, and write it once for every folder. */
export function siteOfFiles(): Plugin {
  return {
    name: 'siam-site',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html
          .replace(BASE, '<base href="./"')
          .replace('<title>', '<meta name="siam-server" content="none" />\n    <title>'),
    },
    writeBundle({ dir = '' }) {
      const html = readFileSync(join(dir, 'index.html'), 'utf8').replace(BASE, '<base href="../"')
      for (const page of PAGES) {
        mkdirSync(join(dir, page), { recursive: true })
        writeFileSync(join(dir, page, 'index.html'), html)
      }
    },
  }
}
