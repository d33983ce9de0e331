import { Readable } from 'node:stream'
import type { ExportedListName, ExportFormat } from '../../../contract/exports.ts'
import { fault } from '../../../contract/faults.ts'
import type { Actor } from '../../platform/actor.ts'
import { appendAudit } from '../../platform/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import { Invalid } from '../../platform/errors.ts'
import { csvHead, csvRows } from '../../platform/exports/csv.ts'
import { withCaller } from '../../platform/exports/declare.ts'
import { exportRows, hasMoreThan } from '../../platform/exports/export-rows.ts'
import type { ExportedList } from '../../platform/exports/exported-list.ts'
import { mostRows, xlsxFile, xlsxRows } from '../../platform/exports/xlsx.ts'

/** The lists, as their features declare them. */
// biome-ignore lint/suspicious/noExplicitAny: each list has filters of its own
export type ExportedLists = Readonly<Record<ExportedListName, ExportedList<any>>>

export type ExportService = ReturnType<typeof createExportService>

export function createExportService({ db, now, lists }: { db: Db; now: () => Date; lists: ExportedLists }) {
  return {
    /** Read from the database as fast as the client reads it. The export itself is recorded in the audit log. */
    async export(
      name: ExportedListName,
      { format, ...given }: { format: ExportFormat },
      actor: Actor,
    ): Promise<Readable> {
      const list = lists[name]
      const filter = withCaller(given, actor)
      if (format === 'xlsx' && (await hasMoreThan(db, list, filter, mostRows)))
        throw new Invalid([fault(['query', 'format'], 'xlsx_too_many_rows', { rows: mostRows })])
      await recordExport(db, { list: name, format, filter }, actor, now())
      const pieces = format === 'csv' ? csvPieces(db, list, filter) : xlsxPieces(db, list, filter)
      // The first rows are read before the response begins, so that an unavailable database returns 503.
      const first = await pieces.next()
      async function* all() {
        if (!first.done) yield first.value
        yield* pieces
      }
      return Readable.from(all(), { objectMode: false })
    },
  }
}

async function* csvPieces<Filter>(db: Db, list: ExportedList<Filter>, filter: Filter) {
  const rows = exportRows(db, list, filter, csvRows)
  const first = await rows.next()
  yield csvHead(list.columns) + (first.done ? '' : first.value)
  yield* rows
}

function xlsxPieces<Filter>(db: Db, list: ExportedList<Filter>, filter: Filter) {
  return xlsxFile(list.columns, exportRows(db, list, filter, xlsxRows))
}

async function recordExport(
  db: Db,
  details: { list: string; format: string; filter: object },
  actor: Actor,
  at: Date,
): Promise<void> {
  await db
    .transaction()
    .execute((db) => appendAudit(db, { actor, action: 'list.exported', object: null, details, at }))
}
