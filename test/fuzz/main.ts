// npm run fuzz [-- --requests 100000] [--seed N] [--from N], or npm run fuzz -- --connections 10000
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { buildService } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { connect } from '../../server/platform/db/database.ts'
import { startEmbedded } from '../../server/platform/db/embedded/embedded.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { createNotifications } from '../../server/platform/db/notifications.ts'
import { startFakeEthereum } from '../support/outside/fake-ethereum.ts'
import { startIdentityProvider } from '../support/outside/identity-provider.ts'
import { givenSession } from '../support/service/signed-in.ts'
import { holdConnections } from './connections.ts'
import { fuzz, surroundings } from './fuzz.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { requests: text, seed: text, from: text, connections: text } })
if (values.connections) await hold(Number(values.connections))
else await send()
// What the client still keeps open does not keep the process.
process.exit()

async function hold(count: number): Promise<void> {
  console.log(`${count} idle connections, and some that are slow or never finish a request`)
  const { opened, idle, served, failed } = await holdConnections(count, 2_000)
  console.log(
    `${opened} opened, ${idle} of the idle ones still open; ${served} requests meanwhile, ${failed} failed`,
  )
  if (idle < count || failed > 0) process.exitCode = 1
}

async function send(): Promise<void> {
  const requests = Number(values.requests ?? 100_000)
  const seed = Number(values.seed ?? process.env.KONTOR_TEST_SEED ?? Date.now() % 1_000_000)
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-fuzz-'))
  chmodSync(dataDir, 0o711)
  // The cause of a 500 is only in the log.
  const log = pino({ level: 'error' }, pino.destination(2))
  const embedded = await startEmbedded({ dataDir, log, settings: { fsync: 'off' } })
  const db = connect(embedded.url)
  // Apart from the connections of the service, which may all be in use.
  const looking = connect(embedded.ownerUrl, { max: 8 })
  await migrate(looking, undefined, undefined, db)
  const notifications = createNotifications({ url: embedded.url, log })
  const provider = await startIdentityProvider()
  const node = await startFakeEthereum()
  const config = readConfig({
    KONTOR_DATA_DIR: dataDir,
    ...surroundings,
    ...provider.settings,
    ...node.settings,
  })
  const service = await buildService({ config, db, notifications, log })
  try {
    const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
    await service.start()
    console.log(`${requests} requests with the seed ${seed}`)
    const started = performance.now()
    const found = await fuzz({
      url,
      requests,
      from: Number(values.from ?? 0),
      seed,
      provider,
      signIn: (role) => givenSession({ db: looking, service, now: new Date() }, role),
      onDefect: (defect) => console.error(`DEFECT: ${defect}`),
      onProgress: (done, defects) => console.log(`${done} requests, ${defects} defects`),
    })
    const seconds = Math.round((performance.now() - started) / 1000)
    for (const [id, statuses] of found.reached) {
      const counts = [...statuses]
        .toSorted(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`)
      console.log(`${id.padEnd(32)} ${counts.join('  ')}`)
    }
    console.log(`
responses by status   ${JSON.stringify(found.statuses)}
never succeeded       ${found.neverDone.join(', ') || 'none'}`)
    console.log(
      `${found.requests} requests in ${seconds} s, ${found.statuses[500] ?? 0} responses of 500, ${found.defects.length} defects (seed ${seed})`,
    )
    if (found.defects.length > 0 || found.neverDone.length > 0) process.exitCode = 1
  } finally {
    await service.stop()
    await provider.close()
    await notifications.close()
    await db.destroy()
    await looking.destroy()
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
