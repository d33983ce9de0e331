import type { AddressInfo } from 'node:net'
import { buildService } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { cli } from '../server/platform/actor.ts'
import { connect } from '../server/platform/db/database.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { createNotifications } from '../server/platform/db/notifications.ts'
import { compileOperations } from '../server/platform/http/compile-operations.ts'
import { createLog } from '../server/platform/log.ts'

export interface PastService {
  url: string
  now: () => number
  /** As `kontor admin confirm` on the machine: the account belongs to a person of its own. */
  confirm(email: string): Promise<void>
  /** Moves the clock of the service. */
  moveTo(at: number): Promise<void>
}

const hour = 3600 * 1000

/**
 * Runs the service itself, with a clock that is moved, on a data directory. So everything that happens is checked,
 * recorded, signed and chained as in real life, and no row is written around it.
 */
export async function inThePast(
  { env, start }: { env: NodeJS.ProcessEnv & { KONTOR_DATA_DIR: string }; start: number },
  live: (service: PastService) => Promise<void>,
): Promise<void> {
  const log = createLog('warn')
  // It is stopped properly before anybody relies on the data.
  const settings = { synchronous_commit: 'off' }
  const embedded = await startEmbedded({ dataDir: env.KONTOR_DATA_DIR, log, settings })
  const db = connect(embedded.url)
  const owner = connect(embedded.ownerUrl, { max: 1 })
  const notifications = createNotifications({ url: embedded.url, log })
  let at = start
  let signedAt = start
  const service = await buildService({
    config: readConfig(env),
    db,
    owner,
    notifications,
    log,
    now: () => new Date(at),
  })
  try {
    await compileOperations()
    await migrate(owner, undefined, undefined, db)
    await service.firstOwner.ensure()
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    await service.start()
    const { port } = service.app.server.address() as AddressInfo
    await live({
      url: `http://127.0.0.1:${port}`,
      now: () => at,
      async confirm(email) {
        const id = await service.administrators.findIdByEmail(email)
        await service.administrators.confirm(id, cli('admin confirm'))
      },
      async moveTo(next) {
        await service.deferredAudit.flush()
        // The log is signed within the hour in which its rows were written.
        if (next - signedAt > 0.75 * hour) {
          await service.checkpoints.cut(true)
          signedAt = next
          at = next
          await service.quoteExpiry.sweep()
        }
        at = next
      },
    })
  } finally {
    await service.stop()
    await notifications.close()
    await Promise.all([db.destroy(), owner.destroy()])
    await embedded.stop()
  }
}
