import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// The server that holds the tables during development; the built client ships inside the Python package.
const server = 'http://127.0.0.1:8000'

export default defineConfig({
  base: './',
  plugins: [svelte()],
  build: {
    outDir: '../src/siam/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['index.html', 'offline.html'] },
  },
  worker: { format: 'es' },
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: server, ws: true } } },
})
