import { type RawBuilder, sql } from 'kysely'
import { networks } from '../../../contract/money/networks.ts'
import { checkAddress } from '../../../contract/wallets/addresses.ts'
import type { FoundItem, MatchedBy } from '../../../contract/work/search.ts'
import type { Db } from '../../platform/db/database.ts'
import { keptPlan } from '../../platform/db/primary/kept-plans.ts'
import { inOrder } from '../../platform/search/beginning.ts'
import type { SearchSource, Sought } from '../../platform/search/search-source.ts'
import { transactionHashes } from '../../platform/search/transaction-hashes.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'

type FoundRow = {
  id: string
  number: string
  status: string
  organization_id: string
  name: string
  matched: MatchedBy
}

/** Requests with how they were found. Each way is one lookup in a unique or other index. */
export function requestsFound(sought: Sought, limit: number): RawBuilder<unknown> {
  return sql`select id, 'number' as matched from purchase_requests where number = any(${numbersOf(sought)})
        union all select id, 'id' from purchase_requests where id = ${sought.id ?? null}::uuid
        union all select id, 'external_id' from purchase_requests where external_id = any(${spellingsOf(sought.text)})
        union all (
          select request_id, 'payment_reference' from payments
          where ${inOrder(sql`search_reference(reference)`)} = search_reference(${sought.text})
            and search_reference(${sought.text}) <> ''
          order by seq desc limit ${limit}
        )
        union all (
          select request_id, 'transaction' from deliveries
          where tx_hash = any(${transactionHashes(sought.text)}) order by seq desc limit ${limit}
        )
        union all (
          select id, 'address' from purchase_requests where destination_address = any(${addressesOf(sought.text)})
          order by seq desc limit ${limit}
        )`
}

export const purchaseRequestSearch: SearchSource = {
  permission: 'requests:read',
  async find(db: Db, sought: Sought, limit: number): Promise<FoundItem[]> {
    const { rows } = await sql<FoundRow>`${keptPlan}
      with found as (
        ${requestsFound(sought, limit)}
      ), best as (
        select distinct on (id) id, matched from found order by id
      )
      select request.id, request.number, request.status, request.organization_id, organization.name, best.matched
      from best join purchase_requests as request on request.id = best.id
        join ${organizationSummaries} as organization on organization.id = request.organization_id
      order by request.seq desc limit ${limit}
    `.execute(db)
    return rows.map((row) => ({
      kind: 'purchase_request',
      id: row.id,
      organization_id: row.organization_id,
      title: row.number,
      subtitle: row.name,
      matched: row.matched,
    }))
  },
}

/** The ids of the requests whose number this may be. */
export function requestsWithNumber(sought: Sought): RawBuilder<unknown> {
  return sql`select id from purchase_requests where number = any(${numbersOf(sought)})`
}

/** The years that a number without one may be of. */
const years = 10

/** «PR-2026-000123», «pr 2026 123», «зк2026-123» in the wrong layout, or only «123». */
export function numbersOf({ text, otherLayout, at }: Pick<Sought, 'text' | 'otherLayout' | 'at'>): string[] {
  for (const typed of [text, otherLayout ?? '']) {
    const match =
      /^(?:pr)?[\s-]*(?:(\d{4})[\s-]+)?(\d{1,6})$/i.exec(typed) ?? /^pr[\s-]*(\d{4})(\d{6})$/i.exec(typed)
    if (!match) continue
    const [, year, number = ''] = match
    const last = at.getUTCFullYear()
    const wanted = year ? [year] : Array.from({ length: years }, (_, ago) => String(last - ago))
    return wanted.map((one) => `PR-${one}-${number.padStart(6, '0')}`)
  }
  return []
}

/** As it was typed, and as programs write ids. */
function spellingsOf(text: string): string[] {
  return [...new Set([text, text.toUpperCase(), text.toLowerCase()])]
}

/** An address in its usual spelling on each network. */
export function addressesOf(text: string): string[] {
  const usual = networks.flatMap((network) => {
    const check = checkAddress(network, text)
    return check.valid ? [check.address] : []
  })
  return [...new Set(usual)]
}
