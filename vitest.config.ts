import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'e2e/**/*.test.ts'],
    globalSetup: 'test/global-setup.ts',
    // Tests wait for PostgreSQL and for processes of their own more than they compute.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What is waited for comes at once on a quiet machine; on a busy one it may take its time.
    expect: { poll: { timeout: 10_000 } },
  },
})
