import { Readable } from 'node:stream'
import { fault } from '../../../contract/api/faults.ts'
import { rateCurrency } from '../../../contract/books/rates.ts'
import {
  mostResultDays,
  type RequestResultResponse,
  type ResultGroup,
  type ResultsFileQuery,
  type ResultsQuery,
  type ResultsResponse,
} from '../../../contract/books/treasury.ts'
import { fromUnits } from '../../../contract/money/commodities.ts'
import { canonicalDecimal } from '../../../contract/money/decimal.ts'
import {
  type PurchaseRequestStatus,
  purchaseRequestTransitions,
} from '../../../contract/purchase-requests/purchase-request-rules.ts'
import { dayAfter } from '../../../contract/values/calendar.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { Invalid } from '../../platform/errors.ts'
import type { SheetPool } from '../../platform/exports/sheet-pool.ts'
import type { Closings } from '../books/closings.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import { assigneesOf } from '../purchase-requests/assignees.ts'
import type { PurchaseRequestRecords } from '../purchase-requests/purchase-request-records.ts'
import { resultsFile } from './result-files.ts'
import { type ResultRow, readResultOf, readResults } from './results.ts'
import { type KnownStock, uncoveredIn } from './stock/stock-reader.ts'

export type ResultService = ReturnType<typeof createResultService>

type Earnings = Pick<ResultRow, 'price' | 'priceElsewhere' | 'fee' | 'cost' | 'networkFee'>
type Key = { key: string | null; name: string | null }

/** What deals earned, by the books. */
export function createResultService({
  db,
  now,
  days,
  closings,
  organizations,
  requests,
  sheets,
}: {
  db: Db
  now: () => Date
  days: Pick<Days, 'dayOf'>
  closings: Pick<Closings, 'find'>
  organizations: Pick<OrganizationRecords, 'list'>
  requests: Pick<PurchaseRequestRecords, 'require'>
  sheets: Pick<SheetPool, 'run'>
}) {
  /** What the rows are, and what each is called. */
  async function grouping(by: ResultGroup, rows: readonly ResultRow[]): Promise<(row: ResultRow) => Key> {
    const plain = (key: string | null): Key => ({ key, name: key })
    if (by === 'day') return ({ day }) => plain(day)
    if (by === 'asset') return ({ asset }) => plain(asset)
    if (by === 'client') {
      const ids = [...new Set(rows.flatMap(({ organizationId }) => organizationId ?? []))]
      const found = ids.length === 0 ? [] : await organizations.list(db, ids)
      const names = new Map(found.map(({ id, short_name, full_name }) => [id, short_name ?? full_name]))
      return ({ organizationId: id }) => ({ key: id, name: id === null ? null : (names.get(id) ?? null) })
    }
    const ids = [...new Set(rows.flatMap(({ requestId }) => requestId ?? []))]
    const people = await assigneesOf(db, ids)
    return ({ requestId }) => people.get(requestId ?? '') ?? { key: null, name: null }
  }

  async function report({ from, to, by = 'day' }: ResultsQuery): Promise<ResultsResponse> {
    if (from > to) throw new Invalid([fault(['query', 'from'], 'period_reversed')])
    if (dayAfter(from, mostResultDays - 1) < to)
      throw new Invalid([fault(['query', 'from'], 'period_too_long', { days: mostResultDays })])
    const { rows, stock } = await readResults(db, { from, through: to })
    const keyOf = await grouping(by, rows)
    const groups = new Map<string, Key & { rows: ResultRow[] }>()
    for (const row of rows) {
      const key = keyOf(row)
      const group = groups.get(key.key ?? '') ?? { ...key, rows: [] }
      group.rows.push(row)
      groups.set(key.key ?? '', group)
    }
    const items = [...groups.values()]
      .sort((a, b) => compare(by === 'day' ? a.key : a.name, by === 'day' ? b.key : b.name))
      .map(({ key, name, rows }) => ({ key, name, ...shown(rows) }))
    const closed = (await closings.find(db))?.through ?? null
    return {
      from,
      to,
      by,
      currency: rateCurrency,
      is_final: closed !== null && to <= closed,
      items,
      total: shown(rows),
      uncovered: uncoveredByAsset(stock),
    }
  }

  return {
    report,

    /** The export itself is recorded in the audit log. */
    async file({ format, ...query }: ResultsFileQuery, actor: Actor): Promise<Readable> {
      const found = await report(query)
      await db.transaction().execute(async (db) =>
        recordChange(db, actor, {
          action: 'books.exported',
          object: null,
          details: { ...query, format: `results ${format}` },
          at: now(),
        }),
      )
      return Readable.from(resultsFile(found, format, sheets), { objectMode: false })
    },

    async ofRequest(id: string): Promise<RequestResultResponse> {
      const request = await requests.require(db, id)
      const { rows, stock } = await readResultOf(db, request, days.dayOf(now()))
      const missing = uncoveredIn(stock)
        .filter(({ of }) => stock.postings.get(of)?.requestId === request.id)
        .reduce((sum, { left }) => sum + left, 0n)
      const closed = (await closings.find(db))?.through ?? null
      return {
        request_id: request.id,
        currency: rateCurrency,
        ...shown(rows),
        uncovered_amount: canonicalDecimal(fromUnits(missing, request.asset)),
        is_final:
          isOver(request.status) &&
          missing === 0n &&
          rows.every(({ day }) => closed !== null && day <= closed),
      }
    },
  }
}

/** Until then coins may still be delivered, and earn something. */
function isOver(status: PurchaseRequestStatus): boolean {
  return purchaseRequestTransitions[status].length === 0
}

function shown(rows: readonly Earnings[]) {
  const sum = (of: keyof Earnings) => rows.reduce((total, row) => total + row[of], 0n)
  const money = (units: bigint) => fromUnits(units, rateCurrency)
  const [price, fee, cost, networkFee] = [sum('price'), sum('fee'), sum('cost'), sum('networkFee')]
  return {
    price: money(price),
    price_elsewhere: money(sum('priceElsewhere')),
    fee: money(fee),
    cost: money(cost),
    network_fee: money(networkFee),
    result: money(price + fee - cost - networkFee),
  }
}

function uncoveredByAsset(stock: KnownStock): ResultsResponse['uncovered'] {
  const sums = new Map<string, bigint>()
  for (const { asset, kind, left } of uncoveredIn(stock))
    if (kind === 'delivery' || kind === 'network_fee') sums.set(asset, (sums.get(asset) ?? 0n) + left)
  return [...sums].map(([asset, units]) => ({ asset, amount: canonicalDecimal(fromUnits(units, asset)) }))
}

/** What belongs to nobody is last. */
function compare(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return a < b ? -1 : a > b ? 1 : 0
}
