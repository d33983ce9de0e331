import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildService } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { connect } from '../server/platform/db/database.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { createNotifications } from '../server/platform/db/notifications.ts'
import { batched, createLog } from '../server/platform/log.ts'
import { startDatabase } from './database.ts'

/**
 * The whole service with its own PostgreSQL, in a child process of the benchmark. `keep` is a folder that stays. `serve` reports its address to the
 * parent; SIGTERM ends it.
 */
export async function startMeasuredService(
  env: Record<string, string> = {},
  { settings = {}, keep }: { settings?: Record<string, string>; keep?: string | undefined } = {},
) {
  const dataDir = keep ?? mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const log = createLog('info', batched(join(dataDir, 'service.log')))
  // Every request is counted against a limit, as in production; only that nobody reaches it.
  const rateLimit = { perActor: 1_000_000_000, perAddress: 1_000_000_000 }
  const config = { ...readConfig({ KONTOR_DATA_DIR: dataDir, ...env }), rateLimit }
  const embedded = await startDatabase({ dataDir, log, settings })
  const db = connect(embedded.url)
  await migrate(db)
  const notifications = createNotifications({ url: embedded.url, log })
  const service = await buildService({ config, db, notifications, log })

  return {
    db,
    config,
    log,
    /** Of the database. */
    url: embedded.url,
    service,
    /** Starts, reports to the parent, and runs until the parent has finished. */
    async serve<T extends object>(
      more: (url: string) => Promise<T>,
      alsoClose = async () => {},
    ): Promise<void> {
      process.once('SIGTERM', async () => {
        await service.stop()
        await alsoClose()
        await notifications.close()
        await db.destroy()
        await embedded.stop()
        if (!keep) rmSync(dataDir, { recursive: true, force: true })
        process.exit(0)
      })
      const url = await service.app.listen({ port: 0 })
      await service.start()
      process.send?.({ url, ...(await more(url)) })
    },
  }
}
