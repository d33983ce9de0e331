import { sql } from 'kysely'
import { keptPlan } from '../../platform/db/primary/kept-plans.ts'
import type { SearchSource, Sought } from '../../platform/search/search-source.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'
import { invoicesByNumber } from './invoices-by-number.ts'

type FoundRow = { request_id: string; request_number: string; organization_id: string; name: string }

/** The request that an invoice is about. */
export const invoiceSearch: SearchSource = {
  permission: 'requests:read',
  async find(db, sought, limit) {
    const numbers = invoiceNumbersOf(sought)
    if (numbers.length === 0) return []
    const { rows } = await sql<FoundRow>`${keptPlan}
      select distinct invoice.request_id, invoice.request_number, invoice.organization_id, organization.name
      from ${invoicesByNumber(db).as('invoice')}
      join ${organizationSummaries} as organization on organization.id = invoice.organization_id
      where invoice.number = any(${numbers})
      order by invoice.request_number desc limit ${limit}
    `.execute(db)
    return rows.map(({ request_id, request_number, organization_id, name }) => ({
      kind: 'purchase_request',
      id: request_id,
      organization_id,
      title: request_number,
      subtitle: name,
      matched: 'invoice_number',
    }))
  },
}

/** The years that a number without one may be of. */
const years = 10

const form =
  /^(?<word>сч[её]т\p{L}{0,3}|сч\.?|inv(?:oice)?\.?)?(?:\s+на\s+оплату)?\s*(?:№|#|no?\.?(?=[\s\d]))?\s*(?:(?<year>20\d\d)[\s–—/-]{1,3})?(?<digits>\d{1,6})(?:\s+(?:от|of|dated)\s.*)?$/iu

/** «2026-000042», «счёт № 2026-42 от 30.01.2026», or «счёт 42» of any year. A bare number is none of an invoice. */
export function invoiceNumbersOf({ text, at }: Pick<Sought, 'text' | 'at'>): string[] {
  const { word, year, digits } = form.exec(text.trim())?.groups ?? {}
  if (digits === undefined || (word === undefined && year === undefined)) return []
  const last = at.getUTCFullYear()
  const wanted = year ? [year] : Array.from({ length: years }, (_, ago) => String(last - ago))
  return wanted.map((one) => `${one}-${digits.padStart(6, '0')}`)
}
