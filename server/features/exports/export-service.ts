import { Readable } from 'node:stream'
import type { ExportedListName, ExportFormat } from '../../../contract/exports.ts'
import { fault } from '../../../contract/faults.ts'
import type { Actor } from '../../platform/actor.ts'
import { appendAudit } from '../../platform/audit/audit-log.ts'
import type { PooledDb } from '../../platform/db/database.ts'
import { Invalid } from '../../platform/errors.ts'
import { csvHead, csvRows } from '../../platform/exports/csv.ts'
import { withCaller } from '../../platform/exports/declare.ts'
import { exportPages, hasMoreThan } from '../../platform/exports/export-pages.ts'
import type { ExportedList } from '../../platform/exports/exported-list.ts'
import type { SheetPool } from '../../platform/exports/sheet-pool.ts'
import { mostRows, xlsxFile, xlsxRows } from '../../platform/exports/xlsx.ts'

/** The lists, as their features declare them. */
// biome-ignore lint/suspicious/noExplicitAny: each list has filters of its own
export type ExportedLists = Readonly<Record<ExportedListName, ExportedList<any>>>

export type ExportService = ReturnType<typeof createExportService>

export function createExportService({
  db,
  now,
  lists,
  sheets,
}: {
  db: PooledDb
  now: () => Date
  lists: ExportedLists
  sheets: Pick<SheetPool, 'run'>
}) {
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
      const pieces =
        format === 'csv'
          ? csvPieces(db, list, filter)
          : xlsxFile(list.columns, exportPages(db, list, filter, xlsxRows), sheets)
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

async function* csvPieces<Filter>(
  db: PooledDb,
  list: ExportedList<Filter>,
  filter: Filter,
): AsyncGenerator<Uint8Array> {
  const pages = exportPages(db, list, filter, csvRows)
  const first = await pages.next()
  yield Buffer.from(csvHead(list.columns))
  if (!first.done) yield first.value
  yield* pages
}

async function recordExport(
  db: PooledDb,
  details: { list: string; format: string; filter: object },
  actor: Actor,
  at: Date,
): Promise<void> {
  await db
    .transaction()
    .execute((db) => appendAudit(db, { actor, action: 'list.exported', object: null, details, at }))
}
