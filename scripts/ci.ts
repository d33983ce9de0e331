// What a build machine runs: `.ci/run` installs the packages that npm cannot bring, then starts this.
import { runSteps } from './steps.ts'

await runSteps([
  { command: 'npm run check' },
  { command: 'npm run check:binaries' },
  { command: 'npm test' },
  { command: 'npm run test:rest' },
  { command: 'npm run bench -- --scale smoke' },
  { command: 'npm run test:console' },
  { command: 'npm run test:cluster' },
])
