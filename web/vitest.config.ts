import { defineConfig } from 'vitest/config'

// What needs no browser. A test takes as long as it takes: a busy machine is no failure.
export default defineConfig({ test: { include: ['tests/**/*.test.ts'], testTimeout: 0 } })
