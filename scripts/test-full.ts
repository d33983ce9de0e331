// npm run test:full: the tests with all their cases, those of the console in a browser among them. It takes about forty
// minutes on two cores. npm run test:long has the runs that are no tests with cases.
import { runSteps } from './steps.ts'
import { testSeed } from './test-seed.ts'

await runSteps([{ command: 'npm test', env: { ...testSeed('test:full'), KONTOR_TEST_FULL: '1' } }])
