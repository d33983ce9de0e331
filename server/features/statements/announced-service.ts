import { sql } from 'kysely'
import type {
  AnnouncedLineListResponse,
  AnnouncedLineResponse,
  AnnouncedLineStatus,
} from '../../../contract/books/announced-lines.ts'
import type { StatementSuggestion } from '../../../contract/books/statements.ts'
import type { Db } from '../../platform/db/database.ts'
import { readPage } from '../../platform/lists/page.ts'
import { type Announced, announcedLines } from './announced-store.ts'
import { toLineResponse } from './line-response.ts'
import { suggestionsFor } from './line-suggestions.ts'
import type { Line } from './statement-store.ts'

export type AnnouncedService = ReturnType<typeof createAnnouncedService>

/** What banks have announced. It can be read and no more: only booked lines become payments. */
export function createAnnouncedService({ db }: { db: Db }) {
  return {
    async list(filter: {
      status?: AnnouncedLineStatus
      statement_id?: string
      cursor?: string
      limit: number
    }): Promise<AnnouncedLineListResponse> {
      const order = [{ value: sql.ref('line.id'), type: 'uuid' as const }]
      const { rows, next_cursor } = await readPage<Announced>(announcedLines(db, filter), order, filter)
      const waiting = rows.filter(({ ended_at }) => ended_at === null).map(asLine)
      const suggestions = await suggestionsFor(db, waiting, new Map())
      return { items: rows.map((row) => toResponse(row, suggestions.get(row.id) ?? [])), next_cursor }
    },
  }
}

/** As a line that nobody has dealt with: what is suggested for it is what would be suggested once it is booked. */
function asLine(row: Announced): Line {
  return {
    ...row,
    status: 'new',
    set_aside_reason: null,
    decided_by: null,
    decided_at: null,
    waiting_since: row.announced_at,
    imported_at: row.announced_at,
  }
}

function toResponse(row: Announced, suggestions: StatementSuggestion[]): AnnouncedLineResponse {
  const line = toLineResponse(asLine(row), {
    matches: [],
    suggestions,
    posting: undefined,
    settlement: undefined,
    postingSuggestion: null,
  })
  const { account, booked_on, direction, document_number, amount, currency, payer, receiver, purpose } = line
  return {
    id: row.id,
    statement_id: row.statement_id,
    status: row.line_id !== null ? 'booked' : row.ended_at === null ? 'announced' : 'not_booked',
    line_id: row.line_id,
    account,
    booked_on,
    direction,
    document_number,
    amount,
    currency,
    payer,
    receiver,
    purpose,
    suggestions,
    announced_at: row.announced_at.toISOString(),
  }
}
