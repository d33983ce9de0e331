import type { Permit } from '../../../platform/authorization/permit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import type { Books } from '../../books/books.ts'
import type { OrganizationRecords } from '../../organizations/organization-records.ts'
import { insertCredit } from '../facts/credit-store.ts'
import type { CreditRow } from '../facts/deal-tables.ts'
import { creditPosting, postUnlessNothing } from '../facts/postings.ts'
import { moneyText, type Received } from '../facts/received.ts'
import { actorColumns } from '../facts/stored-actor.ts'
import { type DealScreening, savePayer } from '../request/screened-parties.ts'
import { tellOfCredit } from './credit-traces.ts'

export interface CreditParts {
  books: Books
  organizations: Pick<OrganizationRecords, 'require'>
  screening: Pick<DealScreening, 'save'>
}

/** Keeps money that belongs to no request, or came for one that takes none. */
export async function recordCredit(
  db: Db,
  parts: CreditParts,
  given: Received & { organizationId: string; requestId: string | null; currency: string },
  { permit, at }: { permit: Permit<'payment.record'>; at: Date },
): Promise<CreditRow> {
  const credit = await insertCredit(db, {
    id: newId(),
    organization_id: given.organizationId,
    request_id: given.requestId,
    amount: moneyText(given.amount, given.currency),
    currency: given.currency,
    received_at: given.receivedAt,
    reference: given.reference,
    payer_inn: given.payerInn,
    payer_name: given.payerName,
    payer_account: given.payerAccount,
    bank_account: given.bankAccount,
    statement_line_id: given.statementLineId,
    ...actorColumns(permit.actor),
    at,
  })
  await saveCreditPayer(db, parts, credit, given.payerName)
  await postUnlessNothing(parts.books, db, creditPosting(credit))
  tellOfCredit(db, 'credit.recorded', credit, permit, { amount: credit.amount }, at)
  return credit
}

/** Compares who has paid with the lists. */
export async function saveCreditPayer(
  db: Db,
  { organizations, screening }: Omit<CreditParts, 'books'>,
  credit: CreditRow,
  name: string | null,
  isLinked = false,
): Promise<void> {
  const { id, organization_id: organizationId, payer_inn: inn } = credit
  if (inn === null && name === null) return
  const { inn: organizationInn } = await organizations.require(db, organizationId)
  await savePayer(db, screening, { id, organizationId, organizationInn, name, inn }, isLinked)
}
