import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findBrowser } from './e2e/browser.ts'
import { compileCache } from './scripts/installation.mjs'
import { reportCounts } from './scripts/report-counts.ts'
import { partsOfTests, restOfTests } from './scripts/rest-of-tests.ts'
import { isFull, scaled } from './test/support/cases/scale.ts'
import { hasPrograms } from './test/support/outside/programs.ts'
import { hasS3Gateway } from './test/support/outside/s3-gateway.ts'

/** Files that take most of a minute each: begun last, they would run alone at the end. */
const long =
  /\/(e2e\/.*|test\/.*\/(torture|backup|vault-cli|embedded|failover|fuzz|start-and-stop|stop|start-refusals|image|document-stores|documents-store-away|disk-backup|one-person|releases|interrupted-migrations|changed-by-operations|wallet-generations|secrets-nowhere|auth-cli|transfer-killed|launch|benches|kills|killed-backups|large-upgrade|index-building|honest-history|inventions|invented-in-the-database|readers|three-nodes|deal-crashes|hostile-node|lock-timeout|frozen-node))\.test\.ts$/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

const hasBrowser = findBrowser() !== undefined
/** A browser takes as long as all other tests: `npm run test:console` opens the pages. */
const asksForConsole = process.argv.some((argument) => argument.startsWith('e2e'))
/** Without a name of a file, `npm test` runs those that show each promise once. */
const isShort = !isFull && !process.argv.slice(3).some((argument) => /^(test|e2e)\b/.test(argument))
/** Foreign parts that this machine lacks. */
const leftOut = [
  isShort &&
    `${restOfTests.length} thorough files, and parts of ${partsOfTests().length} others: npm run test:rest.`,
  !asksForConsole && hasBrowser && 'e2e/: npm run test:console opens all pages in a browser.',
  !hasBrowser && 'e2e/: no Chromium here (Debian: apt-get install chromium; or name one in KONTOR_BROWSER).',
  isFull && !hasS3Gateway() && 'S3: no gateway here (Debian: radosgw ceph-mon ceph-osd ceph-common).',
  !isShort &&
    !hasPrograms('hledger', 'soffice', 'pdftoppm', 'zbarimg') &&
    'books read by hledger, workbooks by LibreOffice, papers by poppler and zbar, as far as one is missing here (Debian: hledger libreoffice-calc-nogui poppler-utils zbar-tools).',
].filter((sentence) => sentence !== false)

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', ...(hasBrowser && asksForConsole ? ['e2e/**/*.test.ts'] : [])],
    // What npm run test:foreign has installed has tests of its own.
    exclude: ['**/node_modules/**', ...(isShort ? restOfTests : [])],
    globalSetup: 'test/support/database/global-setup.ts',
    setupFiles: 'test/support/files/vite-globs.ts',
    // Without a browser, npm run test:console has nothing to run.
    passWithNoTests: !hasBrowser,
    env: { NODE_COMPILE_CACHE: compileCache, KONTOR_TEST_SHORT: isShort ? '1' : '' },
    reporters: ['default', reportCounts(leftOut)],
    // Files of one worker share its loaded modules: to load the service again for each would be a third of the run.
    isolate: false,
    // Node.js takes types away by itself, and keeps what it compiled. No test replaces a module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Tests wait for PostgreSQL and for processes of their own more than they compute.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    // Limits for what hangs. What is slow on a busy machine stays far below them.
    testTimeout: scaled(120_000, 1_800_000),
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
