import type { StatementLineResponse, StatementSuggestion } from '../../../contract/books/statements.ts'
import type { Db } from '../../platform/db/database.ts'
import { listSettlements } from './lines/exchange-store.ts'
import { openAmount, referenceOf, toLineResponse } from './lines/line-response.ts'
import { type Line, listLinePostings, listMatches } from './lines/statement-store.ts'
import type { MatchRow } from './lines/statement-tables.ts'
import { suggestPostings } from './posting/posting-suggestions.ts'
import { suggestRefunds } from './refund-suggestions.ts'
import { findCandidates } from './suggestion-store.ts'
import { mentionedNumbers } from './suggestions/mentioned-numbers.ts'
import { suggest } from './suggestions/score.ts'

export async function linesWithSuggestions(db: Db, lines: readonly Line[]): Promise<StatementLineResponse[]> {
  const matches = await listMatches(
    db,
    lines.map(({ id }) => id),
  )
  const suggestions = new Map([
    ...(await suggestionsFor(db, lines, matches)),
    ...(await suggestRefunds(db, lines)),
  ])
  const posted = lines.filter(({ status }) => status === 'posted')
  const postings = await listLinePostings(
    db,
    posted.map(({ id }) => id),
  )
  const ofExchanges = [...postings.values()].filter(({ account }) => account === 'exchange')
  const settlements = await listSettlements(
    db,
    ofExchanges.map(({ id }) => id),
  )
  const proposed = await suggestPostings(db, lines)
  return lines.map((line) => {
    const posting = postings.get(line.id)
    return toLineResponse(line, {
      matches: matches.get(line.id) ?? [],
      suggestions: suggestions.get(line.id) ?? [],
      posting,
      settlement: posting && settlements.get(posting.id),
      postingSuggestion: proposed.get(line.id) ?? null,
    })
  })
}

/**
 * Suggestions for lines, by their id. They are computed whenever lines are read and never kept: a request that was paid,
 * cancelled or quoted anew in the meantime is judged as it is now.
 */
export async function suggestionsFor(
  db: Db,
  lines: readonly Line[],
  matches: ReadonlyMap<string, readonly MatchRow[]>,
): Promise<Map<string, StatementSuggestion[]>> {
  const open = lines
    .filter(({ status, direction }) => status === 'new' && direction === 'incoming')
    .map((line) => ({ line, amount: openAmount(line, matches.get(line.id) ?? []) }))
  if (open.length === 0) return new Map()
  const mentions = open.flatMap(({ line: { id, purpose, booked_on } }) =>
    mentionedNumbers(purpose, booked_on).map((mentioned) => ({ id, ...mentioned })),
  )
  const candidates = await findCandidates(
    db,
    open.map(({ line, amount }) => ({
      id: line.id,
      inn: line.payer_inn,
      amount,
      currency: line.currency,
      account: line.account,
      reference: referenceOf(line),
      booked_on: line.booked_on,
    })),
    mentions.flatMap((mentioned) =>
      mentioned.of === 'request'
        ? [{ id: mentioned.id, number: mentioned.number, is_full: mentioned.isFull }]
        : [],
    ),
    mentions.flatMap((mentioned) =>
      mentioned.of === 'invoice'
        ? [{ id: mentioned.id, number: mentioned.number, issued_on: mentioned.issuedOn }]
        : [],
    ),
  )
  const byLine = Map.groupBy(candidates, ({ line_id }) => line_id)
  return new Map(
    open.map(({ line, amount }) => [
      line.id,
      suggest({ payer_inn: line.payer_inn, currency: line.currency, amount }, byLine.get(line.id) ?? []),
    ]),
  )
}
