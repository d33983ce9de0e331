// npm run test:full: the tests with all their cases, then the long runs. It takes about fifty minutes on two cores.
import { runSteps } from './steps.ts'

const seed = process.env.KONTOR_TEST_SEED ?? String(Math.floor(Math.random() * 1_000_000))
console.log(`Random choices of seed ${seed}: KONTOR_TEST_SEED=${seed} npm run test:full makes them again.`)
const env = { KONTOR_TEST_SEED: seed }

await runSteps([
  { command: 'npm test', env: { ...env, KONTOR_TEST_FULL: '1' } },
  { command: 'npm run torture -- --rounds 20', env },
  { command: 'npm run fuzz -- --requests 8000', env },
  { command: 'npm run fuzz -- --connections 10000' },
  { command: 'npm run test:foreign', env },
  { command: 'npm run test:cluster', env },
  { command: 'npm run test:histories', env },
])
