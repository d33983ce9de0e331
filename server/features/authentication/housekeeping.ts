import type { Logger } from 'pino'
import type { Db } from '../../platform/db/database.ts'

const hour = 3_600_000
const day = 24 * hour

/** Takes away what no decision needs any more. */
export async function sweep(db: Db, at: Date): Promise<void> {
  const ago = (milliseconds: number) => new Date(at.getTime() - milliseconds)
  // Of a session that is over, an old token is no sign of anything: it is refused as unknown.
  await db
    .deleteFrom('refresh_tokens')
    .where('session_id', 'in', (query) =>
      query
        .selectFrom('sessions')
        .select('id')
        .where((row) => row.or([row('revoked_at', '<', ago(day)), row('expires_at', '<', ago(day))])),
    )
    .execute()
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', ago(90 * day))
    .execute()
  await db
    .deleteFrom('sign_in_counters')
    .where('since', '<', ago(day))
    .where((row) => row.or([row('last_failure_at', 'is', null), row('last_failure_at', '<', ago(day))]))
    .execute()
  await db
    .deleteFrom('sign_in_addresses')
    .where('last_sign_in_at', '<', ago(30 * day))
    .execute()
}

export function createHousekeeping({ db, now, log }: { db: Db; now: () => Date; log: Logger }) {
  let timer: NodeJS.Timeout | undefined
  let sweeping: Promise<void> | undefined
  return {
    start(): void {
      timer = setInterval(() => {
        sweeping = sweep(db, now()).catch((error: Error) =>
          log.warn(
            { err: { name: error.name, message: error.message } },
            'old sessions could not be swept away',
          ),
        )
      }, hour).unref()
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await sweeping
    },
  }
}
