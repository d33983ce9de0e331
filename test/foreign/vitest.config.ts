import { defineConfig } from 'vitest/config'
import { reportCounts } from '../../scripts/report-counts.ts'

/** The tools of others are installed and tried only here: `npm run test:foreign`. */
export default defineConfig({
  test: {
    include: ['test/foreign/*.foreign.ts'],
    globalSetup: ['test/support/database/global-setup.ts', 'test/foreign/install-project.ts'],
    reporters: ['default', reportCounts([])],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
