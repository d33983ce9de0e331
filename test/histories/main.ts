// npm run test:histories: three nodes on a replicated PostgreSQL, under kills, pauses and failovers. What every client
// saw is recorded, and each object's history is checked for linearizability. While a node is frozen for long, the others
// must go on and accept the emergency stop.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { missingPrograms, startPostgresCluster } from '../cluster/postgres-cluster.ts'
import { randomFrom } from '../support/cases/random.ts'
import { type ServiceProcess, startProcess, untilReady } from '../support/processes/service-process.ts'
import { account } from '../torture/caller.ts'
import { createFollower } from '../torture/follower.ts'
import { falseAlarms } from '../torture/trust.ts'
import { findViolation, type Violation } from './linearizability.ts'
import { pauseForLong } from './long-pause.ts'
import { organizationModel, requestModel, sessionModel } from './models.ts'
import { createRecorder } from './recorder.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '120' } } })
const seconds = Number(values.seconds)
const seed = Number(process.env.KONTOR_TEST_SEED ?? Math.floor(Math.random() * 1_000_000))
const vaultKey = '17'.repeat(32)
const missing = missingPrograms()
if (missing.length > 0 || process.getuid?.() !== 0) {
  console.log(`Left out: histories, which need root and ${missing.join(', ') || 'nothing else'}.`)
  console.log('0 passed, 0 failed, 1 skipped')
  process.exit(0)
}

const home = mkdtempSync(join(tmpdir(), 'kontor-histories-'))
chmodSync(home, 0o755)
const stops: (() => Promise<unknown>)[] = [async () => rmSync(home, { recursive: true, force: true })]
let failed = 0
try {
  failed = await run()
} catch (error) {
  console.error(error)
  failed = 1
} finally {
  for (const stop of stops.toReversed()) await stop()
}
console.log(`${failed === 0 ? 1 : 0} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

async function run(): Promise<number> {
  console.log(`the seed is ${seed}`)
  const random = randomFrom(seed)
  const cluster = await startPostgresCluster(home)
  stops.push(cluster.stop)
  const nodes: Node[] = []
  for (const [name, url] of [
    ['node1', cluster.proxyUrl],
    ['node2', cluster.proxyUrl],
    ['node3', cluster.membersUrl],
  ] as const) {
    const node = await startNode(name, url)
    stops.push(() => node.kill())
    nodes.push(node)
  }
  const recorder = createRecorder(nodes, account, random)
  await recorder.start()
  const stop = new AbortController()
  const clients = Promise.all([
    ...Array.from({ length: 6 }, (_, client) => recorder.run(client, stop.signal)),
    recorder.runSessions(stop.signal),
  ]).finally(() => stop.abort())
  const follower = createFollower(recorder.read)
  const following = follower.run(stop.signal)
  // Awaited below; until then a failure of the clients only ends the faults.
  clients.catch(() => undefined)
  following.catch(() => undefined)

  const problems: string[] = []
  const faults = [
    async () => {
      const node = random.pick(nodes)
      const others = nodes.filter((other) => other !== node)
      const milliseconds = random.pick([30_000, 45_000])
      const pause = await pauseForLong(node, others, { account, milliseconds })
      problems.push(...pause.problems)
      return pause.said
    },
    async () => {
      const node = random.pick(nodes)
      node.process.child.kill('SIGSTOP')
      await wait(random.pick([500, 1_500, 4_000]))
      node.process.child.kill('SIGCONT')
      return `${node.name} was paused`
    },
    async () => {
      const node = random.pick(nodes)
      await node.restart()
      return `${node.name} was killed and started again`
    },
    async () => {
      const primary = await cluster.primary()
      cluster.kill(primary)
      await wait(8_000)
      await cluster.revive(primary)
      return `the primary ${primary.name} was killed and came back as a standby`
    },
  ]
  const end = performance.now() + seconds * 1000
  const happened: string[] = []
  for (let round = 0; performance.now() < end && !stop.signal.aborted; round++) {
    await wait(2_000)
    happened.push(await (faults[round % faults.length] as (typeof faults)[number])())
  }
  stop.abort()
  await clients
  await following
  problems.push(...(await follower.problems(recorder.versions())))
  const of = {
    DATABASE_URL: cluster.membersUrl,
    KONTOR_DATA_DIR: join(home, 'node1'),
    KONTOR_VAULT_KEY: vaultKey,
  }
  problems.push(...(await falseAlarms(nodes, of)))
  for (const what of new Set(happened)) {
    console.log(`${happened.filter((other) => other === what).length} × ${what}`)
  }
  for (const problem of problems) console.error(`FAILED: ${problem}`)
  return check(recorder) + problems.length
}

function check({ objects, sessions }: ReturnType<typeof createRecorder>): number {
  let violations = 0
  const report = (what: string, violation: Violation | undefined) => {
    if (!violation) return
    violations += 1
    console.error(`FAILED: ${what} has no order\n${JSON.stringify(violation, null, 2)}`)
  }
  for (const { kind, name, calls } of objects) {
    report(
      `${kind} ${name}`,
      findViolation(kind === 'organization' ? organizationModel : requestModel, calls),
    )
  }
  for (const { node, calls } of sessions) report(`a session at ${node}`, findViolation(sessionModel, calls))
  const calls = objects.flatMap((object) => object.calls)
  const unknown = calls.filter(({ output }) => output === undefined).length
  const uses = sessions.reduce((sum, session) => sum + session.calls.length, 0)
  console.log(
    `${calls.length} calls of ${objects.length} organizations and requests (${unknown} with unknown outcome), ${uses} of ${sessions.length} sessions at a node: ${violations} violations`,
  )
  return violations
}

interface Node {
  name: string
  readonly url: string
  process: ServiceProcess
  restart(): Promise<void>
  kill(): Promise<unknown>
}

async function startNode(name: string, databaseUrl: string): Promise<Node> {
  const start = async () => {
    const started = await startProcess({
      DATABASE_URL: databaseUrl,
      KONTOR_DATA_DIR: join(home, name),
      KONTOR_VAULT_KEY: vaultKey,
      KONTOR_ADMIN_EMAIL: account.email,
      KONTOR_ADMIN_PASSWORD: account.password,
      KONTOR_RATE_LIMIT: 'off',
    })
    await untilReady(started)
    return started
  }
  const node: Node = {
    name,
    get url() {
      return node.process.url
    },
    process: await start(),
    async restart() {
      await node.kill()
      node.process = await start()
    },
    kill() {
      node.process.child.kill('SIGKILL')
      return node.process.ended
    },
  }
  return node
}
