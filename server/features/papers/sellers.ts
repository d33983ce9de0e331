import type { Db } from '../../platform/db/database.ts'
import type { Vat } from '../books/vat.ts'
import { findOnlyCompany, findSeller } from './desk-company-store.ts'

export type Sellers = ReturnType<typeof createSellers>

/** Which company sells, as far as it can be known before the act. */
export function createSellers() {
  return {
    /** The VAT in the fee of a request: of the company that issued its newest paper, or of the only one of the desk. */
    async vatOf(db: Db, requestId: string): Promise<Vat | undefined> {
      const company = (await findSeller(db, requestId)) ?? (await findOnlyCompany(db))
      return company?.vat?.rate ? { inn: company.inn, rate: company.vat.rate } : undefined
    },
  }
}
