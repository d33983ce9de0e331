import { isId } from '../../../contract/api/common.ts'
import type { CertainMatchesResponse, StatementLineResponse } from '../../../contract/books/statements.ts'
import { currencyDecimals } from '../../../contract/money/currencies.ts'
import { addDecimals, toPlaces } from '../../../contract/money/decimal.ts'
import { mostBulkRows } from '../../../contract/work/bulk.ts'
import type { Db } from '../../platform/db/database.ts'
import { invalidCursor } from '../../platform/lists/page.ts'
import { linesWithSuggestions } from './line-suggestions.ts'
import { statementNotFound } from './lines/statement-failures.ts'
import * as store from './lines/statement-store.ts'

/** How many new lines one call looks at, and how many at once. */
const mostLooked = 1_000
const slice = 100

/**
 * New lines that a person only has to confirm, computed now. A request is named once: what is posted first makes the other
 * lines uncertain.
 */
export async function listCertainMatches(
  db: Db,
  { statement_id, cursor }: { statement_id?: string; cursor?: string },
): Promise<CertainMatchesResponse> {
  if (cursor !== undefined && !isId(cursor)) throw invalidCursor()
  const read = await readerOf(db, statement_id)
  const items: StatementLineResponse[] = []
  const requests = new Set<string>()
  let last = cursor
  for (let looked = 0; looked < mostLooked; looked += slice) {
    const lines = await read(last, slice)
    for (const line of await linesWithSuggestions(db, lines)) {
      if (items.length === mostBulkRows) return { items, sums: sumsOf(items), next_cursor: last as string }
      last = line.id
      const [best] = line.suggestions
      if (!best?.is_certain || requests.has(best.request_id)) continue
      requests.add(best.request_id)
      items.push(line)
    }
    if (lines.length < slice) return { items, sums: sumsOf(items), next_cursor: null }
  }
  return { items, sums: sumsOf(items), next_cursor: last ?? null }
}

type Read = (after: string | undefined, limit: number) => Promise<store.Line[]>

/** New lines of all statements, the newest first, or those of one in the order of the file. */
async function readerOf(db: Db, statementId: string | undefined): Promise<Read> {
  if (statementId === undefined) return (before, limit) => store.listNewLines(db, before, limit)
  const statement = await store.findStatement(db, statementId)
  if (!statement) throw statementNotFound()
  return (cursor, limit) => store.listLinesOf(db, statement, { status: 'new', cursor, limit })
}

function sumsOf(lines: readonly StatementLineResponse[]): CertainMatchesResponse['sums'] {
  const kinds = Map.groupBy(lines, ({ currency, direction }) => `${currency} ${direction}`)
  return [...kinds.values()].map((of) => {
    const [{ currency, direction }] = of as [StatementLineResponse]
    const sum = of.reduce((sum, { suggestions }) => addDecimals(sum, suggestions[0]?.amount ?? '0'), '0')
    return { currency, direction, amount: toPlaces(sum, currencyDecimals(currency)), count: of.length }
  })
}
