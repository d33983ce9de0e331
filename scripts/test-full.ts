// npm run test:full: the tests of the service and its tools with all their cases; npm run test:full:console: those of the
// console in a browser. Each takes at most 45 minutes on two cores. npm run test:long has the runs that are no tests with
// cases.
import { runSteps } from './steps.ts'
import { testSeed } from './test-seed.ts'

const [script, command] =
  process.argv[2] === 'e2e' ? ['test:full:console', 'npm run test:console'] : ['test:full', 'npm test']
await runSteps([{ command, env: { ...testSeed(script), KONTOR_TEST_FULL: '1' } }])
