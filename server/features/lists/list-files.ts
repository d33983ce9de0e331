import { Readable } from 'node:stream'
import { fault } from '../../../contract/api/faults.ts'
import type { ExportFormat } from '../../../contract/lists/list.ts'
import type { Language } from '../../../contract/words/languages.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Days } from '../../platform/days.ts'
import type { PooledDb } from '../../platform/db/database.ts'
import { Invalid } from '../../platform/errors.ts'
import { csvHead, csvRows } from '../../platform/exports/csv.ts'
import { type Exported, exportPages, hasMoreThan } from '../../platform/exports/export-pages.ts'
import type { SheetPool } from '../../platform/exports/sheet-pool.ts'
import { mostRows, xlsxFile, xlsxRows } from '../../platform/exports/xlsx.ts'
import { withCaller } from '../../platform/lists/conditions.ts'
import type { ListRows } from '../../platform/lists/list-rows.ts'
import { sheetColumns } from './sheet-columns.ts'

export type ListFiles = ReturnType<typeof createListFiles>

export function createListFiles({
  db,
  now,
  days,
  sheets,
}: {
  db: PooledDb
  now: () => Date
  days: Pick<Days, 'timeZone'>
  sheets: Pick<SheetPool, 'run'>
}) {
  return {
    /** Read from the database as fast as the client reads it. The export itself is recorded in the audit log. */
    async export(
      { list, file, conditions }: ListRows,
      { format, ...given }: { format: ExportFormat },
      language: Language,
      actor: Actor,
    ): Promise<Readable> {
      const at = now()
      const filter = withCaller(given, actor)
      const rows = { ...file, conditions: conditions(filter, at) }
      if (format === 'xlsx' && (await hasMoreThan(db, rows, mostRows)))
        throw new Invalid([fault(['query', 'format'], 'xlsx_too_many_rows', { rows: mostRows })])
      await recordExport(db, { list: list.name, format, filter }, actor, at)
      const pieces =
        format === 'csv'
          ? csvPieces(db, rows)
          : xlsxFile(
              {
                title: list.title[language],
                columns: sheetColumns(list, file.columns, language),
              },
              exportPages(db, rows, xlsxRows(days.timeZone)),
              sheets,
            )
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

async function* csvPieces(db: PooledDb, rows: Exported): AsyncGenerator<Uint8Array> {
  const pages = exportPages(db, rows, csvRows)
  const first = await pages.next()
  yield Buffer.from(csvHead(rows.columns))
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
    .execute(async (db) => recordChange(db, actor, { action: 'list.exported', object: null, details, at }))
}
