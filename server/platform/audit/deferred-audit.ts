import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import type { Job } from '../jobs/jobs.ts'
import { type AuditEntry, appendAudit } from './audit-log.ts'

const batchSize = 500
/** Maximum number of entries while the database is unavailable. Further ones are dropped: the oldest show how an attack began. */
const maxWaiting = 20_000

export type DeferredAudit = ReturnType<typeof createDeferredAudit>

/**
 * Audit entries for failed sign-ins and denied requests. These change nothing else, so they have no transaction of their
 * own, and a flood of them must not cause a flood of commits. They are written in batches, at most a second late.
 */
export function createDeferredAudit({ db: pool, now, log }: { db: Db; now: () => Date; log: Logger }) {
  let waiting: AuditEntry[] = []
  let dropped = 0
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const entries = waiting.slice(0, batchSize)
      await pool.transaction().execute((db) => appendAudit(db, entries))
      waiting = waiting.slice(entries.length)
    }
    if (dropped > 0)
      log.error({ dropped }, 'audit entries of failures were lost while the database was unavailable')
    dropped = 0
  }

  /** Concurrent calls share one run. Entries that cannot be written are tried again by the next run. */
  function flush(): Promise<void> {
    writing ??= write().finally(() => {
      writing = undefined
    })
    return writing
  }

  const job: Job = { name: 'deferred-audit', intervalMs: 1_000, run: flush }

  return {
    record(entry: Omit<AuditEntry, 'at'>): void {
      if (waiting.length >= maxWaiting) {
        dropped += 1
        return
      }
      waiting.push({ ...entry, at: now() })
    },
    flush,
    job,
    /** Writes the waiting entries. Call it after the last request and before the database connection is closed. */
    async stop(): Promise<void> {
      await flush().catch((error: Error) =>
        log.error(
          { lost: waiting.length, err: { name: error.name, message: error.message } },
          'the last audit entries of failures could not be written',
        ),
      )
    },
  }
}
