import { canonicalJson } from '../../../platform/canonical-json.ts'
import { paymentsOf } from './bitcoin-payments.ts'
import { decodeTransaction, type ProvenBatch, type SigningDecision } from './decision.ts'
import { Undecided, type UnsignedTransaction } from './model.ts'

/**
 * The one transaction that these decisions are about, which address each of them pays, and what it must do. Of a batch on bitcoin
 * they are the decisions about all of its transfers, in the order of the outputs; otherwise there is one.
 */
export function decidedTogether(
  decisions: readonly SigningDecision[],
  batch: ProvenBatch | undefined,
): { transaction: UnsignedTransaction; recipients: string[]; expected: SigningDecision['planned'] } {
  const [first] = decisions
  if (!first) throw new Undecided('There is no decision.')
  const transaction = decodeTransaction(first.transaction)
  const payments = transaction.network === 'bitcoin' ? paymentsOf(transaction) : [transaction]
  if (decisions.length !== payments.length)
    throw new Undecided('The transaction pays another number of transfers than were decided.')
  const recipients = payments.map(({ to }) => to)
  if (first.output === undefined && decisions.length === 1)
    return { transaction, recipients, expected: first.planned }

  // With its id each of them was found in the batch before.
  if (!batch || first.batch_id !== batch.id || !hasAll(batch, decisions))
    throw new Undecided('A transfer of the batch is missing.')
  const shared = canonicalJson(sharedBy(first))
  for (const [at, decision] of decisions.entries()) {
    const isAsFirst = canonicalJson(sharedBy(decision)) === shared
    if (!isAsFirst || decision.output !== at || decision.planned.amount !== String(payments[at]?.amount))
      throw new Undecided('The decisions are about different transactions.')
  }
  const sum = (of: 'amount' | 'fee') =>
    decisions.reduce((all, { planned }) => all + BigInt(planned[of]), 0n).toString()
  return { transaction, recipients, expected: { ...first.planned, amount: sum('amount'), fee: sum('fee') } }
}

/** Whether these are all transfers of the batch that were not cancelled, each once. */
function hasAll({ members, withdrawn }: ProvenBatch, decisions: readonly SigningDecision[]): boolean {
  const wanted = members.filter(({ transfer_id }) => !withdrawn.includes(transfer_id))
  const decided = new Set(decisions.map(({ transfer_id }) => transfer_id))
  return decided.size === decisions.length && decided.size === wanted.length
}

/** What must be the same in all of them. */
function sharedBy({ batch_id, from, transaction, planned: { spends, valid_until } }: SigningDecision) {
  return { batch_id, from, transaction, spends, valid_until }
}
