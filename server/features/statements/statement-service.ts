import { isId } from '../../../contract/common.ts'
import type {
  StatementLineListResponse,
  StatementLineResponse,
  StatementListResponse,
  StatementResponse,
} from '../../../contract/statements.ts'
import { cutPage } from '../../platform/cursor-page.ts'
import type { Db } from '../../platform/db/database.ts'
import { toLineResponse, toStatementResponse } from './line-response.ts'
import { suggestionsFor } from './line-suggestions.ts'
import { lineNotFound, statementNotFound } from './statement-failures.ts'
import * as store from './statement-store.ts'

export type StatementService = ReturnType<typeof createStatementService>

/** Reads statements and their lines, with suggestions as of now. */
export function createStatementService({ db }: { db: Db }) {
  async function pageOfLines(rows: store.Line[], limit: number): Promise<StatementLineListResponse> {
    const { page, next_cursor } = cutPage(rows, limit, ({ id }) => id)
    return { items: await linesWithSuggestions(db, page), next_cursor }
  }

  return {
    async list({ cursor, limit }: { cursor?: string; limit: number }): Promise<StatementListResponse> {
      const rows = await store.listStatements(db, { cursor, limit: limit + 1 })
      const { page, next_cursor } = cutPage(rows, limit, ({ id }) => id)
      const open = await store.countOpenLines(
        db,
        page.map(({ id }) => id),
      )
      return {
        items: page.map((row) => toStatementResponse(row, open.get(row.id) ?? 0)),
        next_cursor,
      }
    },

    async read(id: string): Promise<StatementResponse> {
      const row = isId(id) ? await store.findStatement(db, id) : undefined
      if (!row) throw statementNotFound()
      return toStatementResponse(row, (await store.countOpenLines(db, [id])).get(id) ?? 0)
    },

    async linesOf(statementId: string, filter: store.LineFilter): Promise<StatementLineListResponse> {
      const statement = isId(statementId) ? await store.findStatement(db, statementId) : undefined
      if (!statement) throw statementNotFound()
      const rows = await store.listLinesOf(db, statement, { ...filter, limit: filter.limit + 1 })
      return pageOfLines(rows, filter.limit)
    },

    async lines(filter: store.LineFilter): Promise<StatementLineListResponse> {
      return pageOfLines(await store.listLines(db, { ...filter, limit: filter.limit + 1 }), filter.limit)
    },

    async line(id: string): Promise<StatementLineResponse> {
      const line = isId(id) ? await store.findLine(db, id) : undefined
      if (!line) throw lineNotFound()
      const [response] = await linesWithSuggestions(db, [line])
      return response as StatementLineResponse
    },
  }
}

export async function linesWithSuggestions(
  db: Db,
  lines: readonly store.Line[],
): Promise<StatementLineResponse[]> {
  const matches = await store.listMatches(
    db,
    lines.map(({ id }) => id),
  )
  const suggestions = await suggestionsFor(db, lines, matches)
  return lines.map((line) => toLineResponse(line, matches.get(line.id) ?? [], suggestions.get(line.id) ?? []))
}
