import { setTimeout as wait } from 'node:timers/promises'
import { verifyAudit } from '../../server/features/audit/verification/audit-verify.ts'
import { connect } from '../../server/platform/db/database.ts'
import { urlOf } from '../../server/platform/db/embedded/postmaster.ts'
import { serviceRole } from '../../server/platform/db/embedded/service-role.ts'
import { randomFrom } from '../support/cases/random.ts'
import { startReceiver } from '../support/outside/webhook-receiver.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { until } from '../support/processes/until.ts'
import { account, createCaller } from './caller.ts'
import { acknowledgedVersions, losses, untold } from './checker.ts'
import { createFollower } from './follower.ts'
import { type Blow, startVictim } from './victim.ts'
import { createWriter } from './writers.ts'

export interface Result {
  rounds: number
  acknowledged: number
  refused: number
  unanswered: number
  lost: string[]
  /** Milliseconds from each blow until the service was ready again. */
  back: number[]
}

const writers = 6
/** Acknowledged before each blow. */
const leastWrites = 12
/** Struck in turn. */
const blows: Blow[] = ['both', 'service', 'postgres']

/** Load, kill -9, restart, compare; again and again. `seed` decides when it strikes and what is written. */
export async function torture({
  rounds,
  seed,
  dataDir,
  port,
  onRound = () => {},
}: {
  rounds: number
  seed: number
  dataDir: string
  port: number
  onRound?: (round: number, blow: Blow, milliseconds: number, result: Result) => void
}): Promise<Result> {
  const random = randomFrom(seed).next
  const receiver = await startReceiver()
  const victim = await startVictim(
    {
      PORT: String(port),
      KONTOR_RATE_LIMIT: 'off',
      KONTOR_ADMIN_EMAIL: account.email,
      KONTOR_ADMIN_PASSWORD: account.password,
      KONTOR_WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32',
    },
    dataDir,
  )
  const over = new AbortController()
  const result: Result = { rounds: 0, acknowledged: 0, refused: 0, unanswered: 0, lost: [], back: [] }
  try {
    const caller = createCaller(victim)
    await caller.signIn()
    await caller.write('POST', '/v1/webhooks', { url: receiver.url }, 'receiver', [201])
    const all = Array.from({ length: writers }, (_, index) =>
      createWriter(caller, index, randomFrom(seed + index + 1).next),
    )
    const organizations = () => all.flatMap((writer) => writer.organizations)
    const follower = createFollower(caller.get)
    const following = follower.run(over.signal)
    // Awaited at the end.
    following.catch(() => undefined)

    for (let round = 1; round <= rounds; round++) {
      const stop = new AbortController()
      const load = Promise.all(all.map((writer) => writer.run(stop.signal)))
      const enough = caller.counts.acknowledged + leastWrites
      await Promise.race([wait(200 + random() * 1_300), load])
      // On a busy machine that may be too early: there must be something to lose.
      await Promise.race([until('writes are acknowledged', () => caller.counts.acknowledged >= enough), load])
      const blow = blows[(round - 1) % blows.length] as Blow
      const milliseconds = await Promise.race([victim.strike(blow), load.then(() => 0)])
      // A little more load on the service that came back, then all writers finish what they began.
      await Promise.race([wait(100), load])
      stop.abort()
      await load
      result.lost.push(
        ...(await losses(
          caller,
          organizations().filter((one) => !one.checked),
        )),
      )
      result.lost.push(...(await brokenChain(dataDir)))
      Object.assign(result, caller.counts, { rounds: round })
      result.back.push(milliseconds)
      onRound(round, blow, milliseconds, result)
      if (result.lost.length > 0) return result
    }

    // Everything once more at the end, and what the rounds do not look at.
    result.lost.push(...(await losses(caller, organizations())))
    const missing = () => untold(organizations(), receiver.received)
    await until('every event is delivered', () => missing().length === 0).catch(() => {})
    result.lost.push(...missing())
    over.abort()
    await following
    result.lost.push(...(await follower.problems(acknowledgedVersions(organizations()))))
    for (const command of ['wallets verify', 'audit verify', 'documents verify']) {
      result.lost.push(...(await complaints(command, dataDir)))
    }
    return result
  } finally {
    over.abort()
    await victim.stop()
    await receiver.close()
  }
}

/** What a command of the service's own finds wrong. */
async function complaints(command: string, dataDir: string): Promise<string[]> {
  const { code, stdout, stderr } = await runCli(command.split(' '), { KONTOR_DATA_DIR: dataDir })
  return code === 0 ? [] : [`${command}: ${stdout}${stderr}`]
}

async function brokenChain(dataDir: string): Promise<string[]> {
  const db = connect(urlOf(`${dataDir}/postgres-socket`, serviceRole), { max: 1, unlimited: true })
  try {
    const { problem } = await verifyAudit(db)
    return problem ? [`audit: ${problem.message}`] : []
  } finally {
    await db.destroy()
  }
}
