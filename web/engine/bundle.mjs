/** Writes what a real browser runs to answer tests as one script: `node web/engine/bundle.mjs FOLDER`. */

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const entry = join(dirname(fileURLToPath(import.meta.url)), 'in-page.mjs')
await build({
  configFile: false,
  logLevel: 'error',
  build: { outDir: process.argv[2], lib: { entry, formats: ['es'], fileName: () => 'answers.js' } },
})
