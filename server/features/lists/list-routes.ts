import type { FastifyInstance } from 'fastify'
import { preferredLanguage } from '../../../contract/lists/file-words.ts'
import type { ExportFormat, exportFormats, List } from '../../../contract/lists/list.ts'
import type { Language } from '../../../contract/words/languages.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { route, textRoute } from '../../platform/http/routes/route.ts'
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
  {
    db,
    lists,
    files,
    now,
    days,
  }: {
    db: Db
    lists: readonly ListRows[]
    files: ListFiles
    now: () => Date
    days: Pick<Days, 'dayOf'>
  },
): void {
  for (const rows of lists) {
    const { read, totals, file } = rows.list
    if (read && rows.page?.texts)
      textRoute(app, read, ({ query, actor }) =>
        readListText(db, rows, query as ListQuery, { actor, at: now() }),
      )
    else if (read)
      route(app, read, ({ query, actor }) => readListPage(db, rows, query as ListQuery, { actor, at: now() }))
    if (totals)
      route(app, totals, ({ query, actor }) => readListTotals(db, rows, query, { actor, at: now() }))
    route(app, file, async (request, reply) => {
      const { language: asked, ...wanted } = request.query as { format: ExportFormat; language?: Language }
      const language = asked ?? preferredLanguage(request.headers['accept-language'])
      const text = await files.export(rows, wanted, language, request.actor)
      return reply
        .type(contentTypes[wanted.format])
        .header('content-disposition', fileName(rows.list, wanted.format, language))
        .header('cache-control', 'no-store')
        .send(text)
    })
  }

  /** The name for programs, and for people that of a workbook in their language (RFC 6266). */
  function fileName({ name, title }: List, format: ExportFormat, language: Language): string {
    const day = days.dayOf(now())
    const plain = `attachment; filename="${name}-${day}.${format}"`
    if (format === 'csv') return plain
    const shown = new Date(day).toLocaleDateString(dateStyles[language], {
      timeZone: 'UTC',
      day: '2-digit',
      month: language === 'ru' ? '2-digit' : 'short',
      year: 'numeric',
    })
    return `${plain}; filename*=UTF-8''${encodeURIComponent(`${title[language]} ${shown}.xlsx`)}`
  }
}

const dateStyles = { en: 'en-GB', ru: 'ru-RU' } as const satisfies Record<Language, string>
