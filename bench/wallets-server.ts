import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { networks } from '../contract/money/networks.ts'
import { buildService } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { deriveWallets, mnemonicOf, seedOf } from '../server/features/wallets/derivation/derivation.ts'
import { createDerivationPool } from '../server/features/wallets/derivation/derivation-pool.ts'
import { connect } from '../server/platform/db/database.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { createNotifications } from '../server/platform/db/notifications.ts'
import { createLog } from '../server/platform/log.ts'
import { givenOrganization } from '../test/support/given/factories.ts'
import { givenSession } from '../test/support/service/signed-in.ts'
import { startDatabase } from './database.ts'
import { sized } from './scale.ts'

const wanted = networks.map((network) => ({ network }))
const dataDir = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
const log = createLog('info', createWriteStream(join(dataDir, 'service.log')))
const config = readConfig({ KONTOR_DATA_DIR: dataDir, KONTOR_RATE_LIMIT: 'off' })
const embedded = await startDatabase({ dataDir, log })
const db = connect(embedded.url)
await migrate(db)
const notifications = createNotifications({ url: embedded.url, log })
const service = await buildService({ config, db, notifications, log })
const url = await service.app.listen({ port: 0, host: '127.0.0.1' })
await service.start()

async function signIn(): Promise<string> {
  return (await givenSession({ db, service, now: new Date() }, 'owner')).token
}

async function organizations(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < count; made++) ids.push((await givenOrganization({ db })).id)
  return ids
}

/** The baseline: the same derivation in the same threads, without HTTP and database. */
async function derivationAlone(count: number): Promise<number> {
  const pool = createDerivationPool()
  await Promise.all([1, 2].map(() => pool.addresses(randomBytes(32), wanted)))
  const started = performance.now()
  await Promise.all(Array.from({ length: count }, () => pool.addresses(randomBytes(32), wanted)))
  const seconds = (performance.now() - started) / 1_000
  await pool.close()
  return (count * networks.length) / seconds
}

/** Stalls of an idle event loop, caused by the machine itself. */
async function stallWhenIdle(): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await sleep(sized(20, 2_000))
  delay.disable()
  return delay.max / 1e6
}

/** The stall if derivation ran on the event loop. */
async function stallOnTheLoop(): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  for (let count = 0; count < sized(1, 10); count++) {
    deriveWallets(seedOf(mnemonicOf(randomBytes(32))), wanted)
    await setImmediate()
  }
  delay.disable()
  return delay.max / 1e6
}

const delay = monitorEventLoopDelay({ resolution: 1 })
process.on('message', async (message: { ask: 'watch' | 'watched' | 'peers'; count: number }) => {
  if (message.ask === 'watch') {
    delay.reset()
    delay.enable()
    process.send?.({})
  } else if (message.ask === 'watched') {
    delay.disable()
    process.send?.({ longest: delay.max / 1e6, p99: delay.percentile(99) / 1e6 })
  } else {
    const idle = await stallWhenIdle()
    const perSecond = await derivationAlone(message.count)
    process.send?.({ perSecond, idle, onTheLoop: await stallOnTheLoop() })
  }
})
process.once('SIGTERM', async () => {
  await service.stop()
  await notifications.close()
  await db.destroy()
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
})
process.send?.({
  url,
  token: await signIn(),
  warm: await organizations(sized(1, 8)),
  measured: await organizations(sized(2, 50)),
})
