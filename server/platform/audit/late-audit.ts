import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { type AuditEntry, appendAudit } from './audit-log.ts'

const late = 1_000
const batch = 500
/** What is kept while the database is away; beyond it the oldest stay, because they tell how an attack began. */
const most = 20_000

export type LateAudit = ReturnType<typeof createLateAudit>

/**
 * Failed sign-ins and denials: they change nothing, so there is no transaction to write them in, and a flood of them
 * must not become a flood of commits. They are written in batches, at most a second late.
 */
export function createLateAudit({ db: pool, now, log }: { db: Db; now: () => Date; log: Logger }) {
  let waiting: AuditEntry[] = []
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const entries = waiting.slice(0, batch)
      await pool.transaction().execute((db) => appendAudit(db, ...entries))
      waiting = waiting.slice(entries.length)
    }
    if (dropped > 0) log.error({ dropped }, 'audit entries of failures were lost while the database was away')
    dropped = 0
  }

  /** Calls at the same time share one run; what cannot be written stays and is tried again. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing ??= write()
      .catch((error: Error) => {
        log.warn(
          { err: { name: error.name, message: error.message } },
          'audit entries of failures wait for the database',
        )
        schedule()
      })
      .finally(() => {
        writing = undefined
        if (waiting.length > 0) schedule()
      })
    return writing
  }

  function schedule(): void {
    timer ??= setTimeout(flush, late).unref()
  }

  return {
    record(entry: AuditEntry): void {
      if (waiting.length >= most) {
        dropped += 1
        return
      }
      waiting.push({ at: now(), ...entry })
      schedule()
    },
    flush,
    /** Writes what waits; to be called while the database is still there. */
    async stop(): Promise<void> {
      await flush()
      await flush()
      clearTimeout(timer)
    },
  }
}
