import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { release } from './release'
import { siteOfFiles } from './site'

// The server that holds the tables during development; the built client ships inside the Python package.
const server = 'http://127.0.0.1:8000'

export default defineConfig(({ mode }) => ({
  base: './',
  plugins: [svelte(), release(process.cwd()), mode === 'site' && siteOfFiles()],
  build: {
    outDir: mode === 'site' ? (process.env.SITE ?? '../build/site') : '../src/siam/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: server, ws: true } } },
}))
