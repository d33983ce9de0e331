import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take most of a minute each: begun last, they would run alone at the end. */
const long =
  /\/(e2e\/.*|test\/.*\/(torture|backup|vault-cli|embedded|failover|fuzz|start-and-stop|document-stores|documents-store-away))\.test\.ts$/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'e2e/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    // Tests wait for PostgreSQL and for processes of their own more than they compute.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    // A build machine has neighbours: what fails there once and passes at once again was the neighbour.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What is waited for comes at once on a quiet machine; on a busy one it may take its time.
    expect: { poll: { timeout: 10_000 } },
  },
})
