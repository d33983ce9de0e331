import { isId } from '../../../contract/api/common.ts'
import type {
  CertainMatchesResponse,
  StatementLineListResponse,
  StatementLineResponse,
  StatementListResponse,
  StatementResponse,
} from '../../../contract/books/statements.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Db } from '../../platform/db/database.ts'
import { byId, cutPage, invalidCursor, readPage } from '../../platform/lists/page.ts'
import { countAnnounced } from './announced-store.ts'
import { listCertainMatches } from './certain-matches.ts'
import { linesWithSuggestions } from './line-suggestions.ts'
import { toStatementResponse } from './lines/line-response.ts'
import { lineNotFound, nothingToExplain, statementNotFound } from './lines/statement-failures.ts'
import * as store from './lines/statement-store.ts'
import type { StatementRow } from './lines/statement-tables.ts'
import { lockException, updateExplanation } from './sequence-store.ts'

export type StatementService = ReturnType<typeof createStatementService>

/** Reads statements and their lines, with suggestions as of now, and takes what people say about a statement. */
export function createStatementService({ db, now }: { db: Db; now: () => Date }) {
  return {
    async list({ cursor, limit }: { cursor?: string; limit: number }): Promise<StatementListResponse> {
      const { rows, next_cursor } = await readPage(store.statements(db), byId, { cursor, limit })
      return { items: await toResponses(db, rows), next_cursor }
    },

    read: (id: string): Promise<StatementResponse> => readStatement(db, id),

    /** Again with the same reason changes nothing; with another one it replaces the reason. */
    explain(id: string, reason: string, actor: Actor): Promise<StatementResponse> {
      return db.transaction().execute(async (db) => {
        await readStatement(db, id)
        const exception = await lockException(db, id)
        if (!exception) throw nothingToExplain()
        if (exception.explanation === reason) return readStatement(db, id)
        const at = now()
        const explained_by = actor.id ?? actor.name
        await updateExplanation(db, id, { explanation: reason, explained_by, explained_at: at })
        const object = { type: 'statement', id }
        const codes = exception.warnings.map(({ code }) => code)
        const details = { warnings: codes, reason }
        const data = { id, warnings: codes }
        recordChange(db, actor, { action: 'statement.explained', object, details, data, at })
        return readStatement(db, id)
      })
    },

    async linesOf(statementId: string, filter: store.LineFilter): Promise<StatementLineListResponse> {
      const statement = isId(statementId) ? await store.findStatement(db, statementId) : undefined
      if (!statement) throw statementNotFound()
      const { cursor } = filter
      if (cursor !== undefined && !isId(cursor)) throw invalidCursor()
      const { rows, next_cursor } = await cutPage(
        filter.limit,
        (limit) => store.listLinesOf(db, statement, { ...filter, limit }),
        ({ id }) => id,
      )
      return { items: await linesWithSuggestions(db, rows), next_cursor }
    },

    certainMatches: (query: { statement_id?: string; cursor?: string }): Promise<CertainMatchesResponse> =>
      listCertainMatches(db, query),

    async line(id: string): Promise<StatementLineResponse> {
      const line = isId(id) ? await store.findLine(db, id) : undefined
      if (!line) throw lineNotFound()
      const [response] = await linesWithSuggestions(db, [line])
      return response as StatementLineResponse
    },
  }
}

async function readStatement(db: Db, id: string): Promise<StatementResponse> {
  const row = isId(id) ? await store.findStatement(db, id) : undefined
  if (!row) throw statementNotFound()
  const [response] = await toResponses(db, [row])
  return response as StatementResponse
}

async function toResponses(db: Db, rows: readonly StatementRow[]): Promise<StatementResponse[]> {
  const ids = rows.map(({ id }) => id)
  const [open, announced] = [await store.countOpenLines(db, ids), await countAnnounced(db, ids)]
  const exceptions = await store.listExceptions(db, ids)
  return rows.map((row) =>
    toStatementResponse(row, open.get(row.id) ?? announced.get(row.id) ?? 0, exceptions.get(row.id)),
  )
}
