import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// What needs no browser. A test takes as long as it takes: a busy machine is no failure.
export default defineConfig({ plugins: [svelte()], test: { include: ['tests/**/*.test.ts'], testTimeout: 0 } })
