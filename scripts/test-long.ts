// npm run test:long: kills under load, random requests, foreign engines, little memory, a cluster, and histories of
// concurrent clients.
// It takes about twenty minutes on two cores.
import { runSteps } from './steps.ts'
import { testSeed } from './test-seed.ts'

const env = testSeed('test:long')

await runSteps([
  { command: 'npm run torture -- --rounds 20', env },
  { command: 'npm run fuzz -- --requests 8000', env },
  { command: 'npm run fuzz -- --connections 10000' },
  { command: 'npm run test:foreign', env },
  { command: 'npm run test:memory' },
  { command: 'npm run test:cluster', env },
  { command: 'npm run test:histories', env },
])
