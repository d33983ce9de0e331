import type { Db } from '../db/database.ts'

/** A list whose responses are stored. */
export interface StoredList {
  name: string
  format: string
  /** Renders again at most so many of the responses that may not be sent; returns how many. */
  renew(db: Db, limit: number): Promise<number>
}

const batch = 200
/** How long after its last run a version of the service that has ended keeps others from renewing. */
const leaseMs = 10 * 60_000
const intervalMs = 60_000

export type ResponseRenewal = ReturnType<typeof createResponseRenewal>

/**
 * Renders stored responses again after an upgrade has changed their format, or when a day was reached that changes
 * them. Lists are right without it: they render such responses at every reading, which takes longer.
 */
export function createResponseRenewal({
  db,
  now,
  lists,
}: {
  db: Db
  now: () => Date
  lists: readonly StoredList[]
}) {
  /** Renews every response that may not be sent; returns how many there were. */
  async function run(stopping?: AbortSignal): Promise<number> {
    let renewed = 0
    for (const list of lists) {
      for (let done = batch; done === batch && !stopping?.aborted; renewed += done) {
        done = await db.transaction().execute(async (db) => {
          const isOurs = await takeLease(db, list, now())
          return isOurs ? list.renew(db, batch) : 0
        })
      }
    }
    return renewed
  }

  return { run, job: { name: 'response-renewal', intervalMs, jitter: 0.1, run } }
}

/**
 * Whether responses are to be renewed to this format. While two versions of the service run side by side, one of them
 * renews: otherwise each would undo the work of the other. The nodes of a version hold the lease together.
 */
async function takeLease(db: Db, { name, format }: StoredList, now: Date): Promise<boolean> {
  const until = new Date(now.getTime() + leaseMs)
  const lease = await db
    .insertInto('response_renewals')
    .values({ list: name, format, until })
    .onConflict((conflict) =>
      conflict
        .column('list')
        .doUpdateSet({ format, until })
        .where(({ or, eb }) =>
          or([eb('response_renewals.format', '=', format), eb('response_renewals.until', '<=', now)]),
        ),
    )
    .returning('list')
    .executeTakeFirst()
  return lease !== undefined
}
