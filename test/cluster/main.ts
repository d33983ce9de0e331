// npm run test:cluster: three nodes on a replicated PostgreSQL and an object store, and what happens when parts die.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { verifyAudit } from '../../server/features/audit/verification/audit-verify.ts'
import { connect } from '../../server/platform/db/database.ts'
import { randomFrom } from '../support/cases/random.ts'
import { hasS3Gateway, startS3Gateway } from '../support/outside/s3-gateway.ts'
import { type ServiceProcess, startProcess, untilReady } from '../support/processes/service-process.ts'
import { until } from '../support/processes/until.ts'
import { account, createCaller } from '../torture/caller.ts'
import { acknowledgedVersions, losses } from '../torture/checker.ts'
import { createFollower } from '../torture/follower.ts'
import { falseAlarms } from '../torture/trust.ts'
import { createWriter } from '../torture/writers.ts'
import { missingPrograms, startPostgresCluster } from './postgres-cluster.ts'
import { startTransactionPooler } from './transaction-pooler.ts'

const seed = Number(process.env.KONTOR_TEST_SEED ?? 1)
const vaultKey = '17'.repeat(32)
const missing = [...missingPrograms(), ...(hasS3Gateway() ? [] : ['/usr/bin/radosgw'])]
if (missing.length > 0 || process.getuid?.() !== 0) {
  console.log(`Left out: the cluster, which needs root and ${missing.join(', ') || 'nothing else'}.`)
  console.log('0 passed, 0 failed, 1 skipped')
  process.exit(0)
}

const home = mkdtempSync(join(tmpdir(), 'kontor-cluster-'))
chmodSync(home, 0o755)
const stops: (() => Promise<unknown>)[] = [async () => rmSync(home, { recursive: true, force: true })]
const failures: string[] = []
try {
  await run()
} catch (error) {
  failures.push(`${(error as Error).message}\n${lastWords()}`)
} finally {
  for (const stop of stops.toReversed()) await stop()
}
for (const failure of failures) console.error(`FAILED: ${failure}`)
console.log(`${failures.length === 0 ? 1 : 0} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)

/** The end of what each server wrote, for those who look why it failed. */
function lastWords(): string {
  return readdirSync(home)
    .filter((name) => name.endsWith('.log'))
    .map((name) => `--- ${name}\n${readFileSync(join(home, name), 'utf8').slice(-2_000)}`)
    .join('\n')
}

async function run(): Promise<void> {
  const s3 = await startS3Gateway()
  stops.push(s3.stop)
  const credentials = { accessKeyId: s3.accessKey, secretAccessKey: s3.secretKey }
  const bucket = new S3Client({ endpoint: s3.endpoint, region: 'default', forcePathStyle: true, credentials })
  await bucket.send(new CreateBucketCommand({ Bucket: 'kontor' }))
  const cluster = await startPostgresCluster(home)
  stops.push(cluster.stop)
  console.log('PostgreSQL (Patroni, etcd, HAProxy) and S3 (Ceph) are up')

  const start = async (name: string, url: string) => {
    const node = await startProcess({
      DATABASE_URL: url,
      KONTOR_DATA_DIR: join(home, name),
      KONTOR_DOCUMENTS_URL: `s3://kontor/documents?endpoint=${s3.endpoint}&region=default`,
      AWS_ACCESS_KEY_ID: s3.accessKey,
      AWS_SECRET_ACCESS_KEY: s3.secretKey,
      KONTOR_VAULT_KEY: vaultKey,
      KONTOR_ADMIN_EMAIL: account.email,
      KONTOR_ADMIN_PASSWORD: account.password,
      KONTOR_RATE_LIMIT: 'off',
    })
    stops.push(() => {
      node.child.kill('SIGKILL')
      return node.ended
    })
    return node
  }
  const startReady = async (name: string, url: string) => {
    const node = await start(name, url)
    await untilReady(node)
    return node
  }
  // Two through the proxy, one that is told every member.
  const nodes: ServiceProcess[] = [
    await startReady('node1', cluster.proxyUrl),
    await startReady('node2', cluster.proxyUrl),
    await startReady('node3', cluster.membersUrl),
  ]
  const pooler = await startTransactionPooler(home, cluster.proxyUrl)
  if (pooler) {
    stops.push(pooler.stop)
    const node = await start('node4', pooler.url)
    await until('the node behind a transaction pooler finds that notifications do not arrive', async () => {
      const reply = await fetch(`${node.url}/readyz`)
      const body = (await reply.json()) as { notifications: string }
      return reply.status === 503 && body.notifications === 'not_delivered'
    })
    node.child.kill('SIGTERM')
    await node.ended
    console.log('a node behind PgBouncer in transaction mode is not ready, as no notification reaches it')
  } else console.log('Left out: a node behind PgBouncer, which is not installed.')
  console.log(`the seed is ${seed}`)
  const random = randomFrom(seed)
  const caller = createCaller({
    get url() {
      return random.pick(nodes).url
    },
  })
  await caller.signIn()
  const writers = Array.from({ length: 6 }, (_, index) => createWriter(caller, index, random.next))
  const stop = new AbortController()
  const follower = createFollower(caller.get)
  const following = follower.run(stop.signal)
  // Awaited at the end.
  following.catch(() => undefined)
  // A writer that fails ends the run; until then nobody may be told of it twice.
  let broken: Error | undefined
  const load = Promise.all(writers.map((writer) => writer.run(stop.signal))).catch((error) => {
    broken = error
  })
  const reached = (what: string, condition: () => boolean) =>
    until(what, () => broken !== undefined || condition(), { every: 10 }).then(() => {
      if (broken) throw broken
    })
  const more = (count: number) => {
    const wanted = caller.counts.acknowledged + count
    return reached(`${count} more writes are acknowledged`, () => caller.counts.acknowledged >= wanted)
  }
  await more(60)

  const victim = await cluster.primary()
  const killedAt = performance.now()
  cluster.kill(victim)
  const before = caller.counts.refused + caller.counts.unanswered
  await reached(
    'the death of the primary is felt',
    () => caller.counts.refused + caller.counts.unanswered > before,
  )
  await more(1)
  console.log(
    `fail-over: kill -9 of the primary ${victim.name}; the next write was acknowledged after ${((performance.now() - killedAt) / 1000).toFixed(1)} s`,
  )
  await more(60)

  nodes[0]?.child.kill('SIGKILL')
  nodes.shift()
  console.log('one of three nodes is dead; the others go on')
  await more(60)
  stop.abort()
  await load
  if (broken) throw broken

  await following
  const organizations = writers.flatMap(({ organizations }) => organizations)
  failures.push(
    ...(await losses(caller, organizations)),
    ...(await follower.problems(acknowledgedVersions(organizations))),
  )
  const of = {
    DATABASE_URL: cluster.membersUrl,
    KONTOR_DATA_DIR: join(home, 'node2'),
    KONTOR_VAULT_KEY: vaultKey,
  }
  failures.push(...(await falseAlarms(nodes, of)))
  const db = connect(cluster.membersUrl, { max: 1 })
  const { problem, toSeq } = await verifyAudit(db)
  await db.destroy()
  if (problem) failures.push(`audit: ${problem.message}`)
  const { acknowledged, refused, unanswered } = caller.counts
  console.log(
    `${acknowledged} writes acknowledged, ${failures.length} lost; ${refused} answered 503, ${unanswered} without a response; ${toSeq} audit rows in order`,
  )
}
