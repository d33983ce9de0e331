// npm run fuzz [-- --requests 100000] [--seed N]
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { buildService } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { connect } from '../../server/db/database.ts'
import { startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { createNotifications } from '../../server/db/notifications.ts'
import { givenSession } from '../signed-in.ts'
import { fuzz } from './fuzz.ts'

const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } })
const requests = Number(values.requests ?? 100_000)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const dataDir = mkdtempSync(join(tmpdir(), 'kontor-fuzz-'))
chmodSync(dataDir, 0o711)
// The cause of a 500 is only in the log.
const log = pino({ level: 'error' }, pino.destination(2))
const embedded = await startEmbedded({ dataDir, log, settings: { fsync: 'off' } })
const db = connect(embedded.url)
await migrate(db)
const notifications = createNotifications({ url: embedded.url, log })
const config = readConfig({ KONTOR_DATA_DIR: dataDir, KONTOR_RATE_LIMIT: 'off' })
const service = await buildService({ config, db, notifications, log })
try {
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
  await service.start()
  console.log(`${requests} requests with the seed ${seed}`)
  const started = performance.now()
  const found = await fuzz({
    url,
    requests,
    seed,
    signIn: async (role) => (await givenSession({ db, tokens: service.tokens, now: new Date() }, role)).token,
    onProgress: (done, defects) => console.log(`${done} requests, ${defects} defects`),
  })
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`
requests sent         ${found.requests} in ${seconds} s
answers by status     ${JSON.stringify(found.statuses)}
answers of 500        ${found.statuses[500] ?? 0}
defects               ${found.defects.length}
never succeeded       ${found.neverDone.join(', ') || 'none'}
memory at the end     ${Math.round(process.memoryUsage().rss / 1024 / 1024)} MiB`)
  for (const defect of found.defects) console.error(`DEFECT: ${defect}`)
  if (found.defects.length > 0) process.exitCode = 1
} finally {
  await service.stop()
  await notifications.close()
  await db.destroy()
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
// What the client still keeps open does not keep the process.
process.exit()
