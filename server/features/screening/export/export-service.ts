import { Readable } from 'node:stream'
import type { ScreeningExportQuery } from '../../../../contract/organizations/screening.ts'
import type { Actor } from '../../../platform/actor.ts'
import { recordChange } from '../../../platform/audit/change.ts'
import type { Db } from '../../../platform/db/database.ts'
import { exportScreening } from './export-screening.ts'

export type ExportService = ReturnType<typeof createExportService>

export function createExportService({ db, now }: { db: Db; now: () => Date }) {
  /** Read from the database as fast as the client reads it. The export itself is recorded in the audit log. */
  return async (query: ScreeningExportQuery, actor: Actor): Promise<Readable> => {
    const at = now()
    await db.transaction().execute(async (db) =>
      recordChange(db, actor, {
        action: 'screening.exported',
        object: null,
        organizationId: query.organization_id ?? null,
        details: { ...query },
        at,
      }),
    )
    const pieces = exportScreening(db, query)
    // The first rows are read before the response begins, so that an unavailable database returns 503.
    const first = await pieces.next()
    async function* all() {
      if (!first.done) yield first.value
      yield* pieces
    }
    return Readable.from(all(), { objectMode: false })
  }
}
