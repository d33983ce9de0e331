// npm run torture [-- --rounds 200] [--seed N]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../support/processes/free-port.ts'
import { torture } from './torture.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string' }, seed: { type: 'string' } } })
const rounds = Number(values.rounds ?? 200)
const seed = Number(values.seed ?? process.env.KONTOR_TEST_SEED ?? Date.now() % 1_000_000)
const dataDir = mkdtempSync(join(tmpdir(), 'kontor-torture-'))
console.log(`${rounds} rounds with the seed ${seed} in ${dataDir}`)

const result = await torture({
  rounds,
  seed,
  dataDir,
  port: await freePort(),
  onRound: (round, blow, milliseconds, { acknowledged, lost }) =>
    console.log(
      `round ${round}: kill -9 of ${blow}, ready after ${Math.round(milliseconds)} ms; ${acknowledged} writes acknowledged, ${lost.length} lost`,
    ),
})
const back = result.back.toSorted((a, b) => a - b)
console.log(`
answered 503              ${result.refused}
cut off without a response ${result.unanswered}
ready again after         ${Math.round(back[Math.floor(back.length / 2)] ?? 0)} ms (median), ${Math.round(back.at(-1) ?? 0)} ms (longest)`)
for (const loss of result.lost) console.error(`LOST: ${loss}`)
console.log(
  `${result.rounds} rounds, ${result.acknowledged} writes acknowledged, ${result.lost.length} lost (seed ${seed})`,
)
if (result.lost.length > 0) process.exit(1)
rmSync(dataDir, { recursive: true, force: true })
