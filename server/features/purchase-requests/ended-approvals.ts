import { purchaseRequestTransitions } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Db } from '../../platform/db/database.ts'
import { listReversed } from './facts/reversed-facts.ts'
import { listStates } from './request/purchase-request-store.ts'

interface WaitingAct {
  id: string
  act: string
  subject_type: string
  subject_id: string | null
  subject_version: number | null
}

/**
 * Of the approvals that wait, those whose request or fact is no longer what would be voted on: the request has changed, or
 * is closed and delivers nothing more, or the fact was reversed.
 */
export async function findEndedApprovals(db: Db, waiting: readonly WaitingAct[]): Promise<string[]> {
  const idsOf = (type: string) =>
    waiting.flatMap((one) => (one.subject_type === type && one.subject_id !== null ? [one.subject_id] : []))
  const requests = new Map((await listStates(db, idsOf('purchase_request'))).map((one) => [one.id, one]))
  const reversed = new Set([
    ...(await listReversed(db, 'payments', idsOf('payment'))),
    ...(await listReversed(db, 'deliveries', idsOf('delivery'))),
    ...(await listReversed(db, 'refunds', idsOf('refund'))),
  ])
  const hasEnded = ({ act, subject_id, subject_version }: WaitingAct) => {
    const request = requests.get(subject_id ?? '')
    if (!request) return reversed.has(subject_id ?? '')
    // Votes are for one version of a request, where the act has one.
    if (subject_version !== null) return subject_version !== request.version
    return act === 'request.complete' && purchaseRequestTransitions[request.status].length === 0
  }
  return waiting.filter(hasEnded).map(({ id }) => id)
}
