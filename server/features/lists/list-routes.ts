import type { FastifyInstance } from 'fastify'
import type { ExportFormat, exportFormats } from '../../../contract/lists/list.ts'
import type { Db } from '../../platform/db/database.ts'
import { route, textRoute } from '../../platform/http/route.ts'
import type { ListRows } from '../../platform/lists/list-rows.ts'
import type { ListFiles } from './list-files.ts'
import { type ListQuery, readListPage, readListText } from './list-pages.ts'
import { readListTotals } from './list-totals.ts'

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<(typeof exportFormats)[number], string>

/** Each list has filters of its own, which the route has checked. */
export function listRoutes(
  app: FastifyInstance,
  { db, lists, files, now }: { db: Db; lists: readonly ListRows[]; files: ListFiles; now: () => Date },
): void {
  for (const rows of lists) {
    const { name, read, totals, file } = rows.list
    if (read && rows.page?.texts)
      textRoute(app, read, ({ query, actor }) =>
        readListText(db, rows, query as ListQuery, { actor, at: now() }),
      )
    else if (read)
      route(app, read, ({ query, actor }) => readListPage(db, rows, query as ListQuery, { actor, at: now() }))
    if (totals)
      route(app, totals, ({ query, actor }) => readListTotals(db, rows, query, { actor, at: now() }))
    route(app, file, async ({ query, actor }, reply) => {
      const wanted = query as { format: ExportFormat }
      const text = await files.export(rows, wanted, actor)
      return reply
        .type(contentTypes[wanted.format])
        .header(
          'content-disposition',
          `attachment; filename="${name}-${now().toISOString().slice(0, 10)}.${wanted.format}"`,
        )
        .header('cache-control', 'no-store')
        .send(text)
    })
  }
}
