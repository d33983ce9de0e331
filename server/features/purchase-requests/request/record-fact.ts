import type { Permit } from '../../../platform/authorization/permit.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Books, Posting } from '../../books/books.ts'
import { postUnlessNothing } from '../facts/postings.ts'
import { afterReversal } from './place-by-facts.ts'
import type { PurchaseRequest, RequestChange } from './purchase-request-store.ts'
import { type RequestTrace, writeChange } from './write-change.ts'

/**
 * Records a payment, refund or delivery that the caller has inserted: its posting, the sums and the status of its request,
 * the history, and what is told of it. Only with the permit of its act. The caller holds the row of the request.
 */
export async function recordFact(
  db: Db,
  permit: Permit<'payment.record' | 'credit.allocate' | 'request.complete' | 'request.refund'>,
  books: Pick<Books, 'post'>,
  request: PurchaseRequest,
  {
    posting,
    ...written
  }: { posting: Parameters<Books['post']>[1] } & Omit<Parameters<typeof writeChange>[2], 'by' | 'edits'>,
): Promise<PurchaseRequest> {
  await postUnlessNothing(books, db, { ...posting, ifClosed: ifClosedTo(permit) })
  return writeChange(db, request, { ...written, by: permit })
}

/** What a person says can have another day. What the service has seen must be recorded. */
export function ifClosedTo({ actor }: Permit): NonNullable<Posting['ifClosed']> {
  return actor.kind === 'service' ? 'first_open_day' : 'refuse'
}

/** Takes a fact that the caller has marked as reversed out of the sums of its request, and its posting out of the books. */
export async function reverseFact(
  db: Db,
  permit: Permit<'payment.reverse' | 'delivery.reverse' | 'refund.reverse'>,
  books: Pick<Books, 'reverse'>,
  request: PurchaseRequest,
  {
    fact,
    posting,
    sums,
    told,
    at,
  }: {
    fact: Parameters<Books['reverse']>[1]
    posting: Parameters<Books['reverse']>[2]
    /** The sums of the request without it. */
    sums: RequestChange
    told: RequestTrace
    at: Date
  },
): Promise<PurchaseRequest> {
  await books.reverse(db, fact, posting)
  return writeChange(db, request, { ...afterReversal(request, sums, at), told, by: permit, at })
}
