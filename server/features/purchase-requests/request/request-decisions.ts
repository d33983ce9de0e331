import { takesDeliveries } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import { decidedBy } from '../../../platform/authorization/decided.ts'
import type { Permit } from '../../../platform/authorization/permit.ts'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Standing } from '../../../platform/proofs/proofs.ts'
import { type ProvenTable, proofInvalid } from '../../../platform/proofs/proven-table.ts'
import type { ProvenTables } from '../../../platform/proofs/row-proofs.ts'
import { vaultSealed } from '../../../platform/vault/vault-sealed.ts'
import {
  type DecisionRow,
  deleteDecision,
  findDecision,
  redirectDecision,
  saveDecision,
} from './decision-store.ts'
import type { PurchaseRequest } from './purchase-request-store.ts'

/** What was approved of a request. */
const terms = [
  'organization_id',
  'asset',
  'network',
  'crypto_amount',
  'fiat_currency',
  'total_amount',
  'wallet_id',
  'address_id',
  'destination_address',
] as const
type Terms = Pick<DecisionRow, (typeof terms)[number]>

export const provenRequestDecisions: ProvenTable = {
  kind: 'request_decision',
  table: 'purchase_request_decisions',
  name: 'Decisions on purchase requests',
  key: ['request_id'],
  columns: ['request_id', ...terms, 'decided'],
  wayOut:
    'Compare the request with what was agreed, and approve it again: set its status to approved once more.',
}

export type RequestDecisions = ReturnType<typeof createRequestDecisions>

/**
 * The proven decisions of `request.approve`. Coins go where, as much and as what the decision says; the row of the request,
 * which anybody who can write to the database can change, must say the same.
 */
export function createRequestDecisions({
  provenTables,
}: {
  provenTables: Pick<ProvenTables, 'check' | 'failure' | 'change'>
}) {
  async function standingOf(
    db: Db,
    request: PurchaseRequest,
  ): Promise<{ standing: Standing; decision?: DecisionRow }> {
    const decision = await findDecision(db, request.id)
    if (!decision) return { standing: 'unproven' }
    const standing = await provenTables.check(db, provenRequestDecisions, decision)
    const isSame = terms.every((column) => decision[column] === request[column])
    return { decision, standing: standing === 'proven' && !isSame ? 'unproven' : standing }
  }

  return {
    /** Whether the service decided what the request says. */
    async check(db: Db, request: PurchaseRequest): Promise<Standing> {
      return (await standingOf(db, request)).standing
    },

    /** The request with the terms that were approved; 503 unless they are proven, and the request says the same. */
    async demand(db: Db, request: PurchaseRequest): Promise<PurchaseRequest> {
      const { standing, decision } = await standingOf(db, request)
      if (standing === 'unknown') throw vaultSealed()
      if (standing === 'proven' && decision) return { ...request, ...termsOf(decision) }
      throw provenTables.failure(provenRequestDecisions, request.id, decision ? 'invalid' : 'missing')
    },

    /** Called with what is approved, in the transaction of the approval. */
    async write(
      db: Db,
      permit: Permit<'request.approve'>,
      request: PurchaseRequest,
      at: Date,
    ): Promise<void> {
      const decided = canonicalJson(decidedBy(permit, at))
      const decision = { request_id: request.id, ...termsOf(request), decided }
      const save = () => saveDecision(db, decision)
      await provenTables.change(db, provenRequestDecisions, request.id, save, { anew: true })
    },

    /** From a wallet that was replaced to the current one of the organization. The caller has demanded the decision. */
    async redirect(
      db: Db,
      { id }: PurchaseRequest,
      to: Pick<Terms, 'wallet_id' | 'address_id' | 'destination_address'>,
    ): Promise<void> {
      await provenTables.change(db, provenRequestDecisions, id, () => redirectDecision(db, id, to))
    },

    /** What was approved is no longer what it is. */
    async revoke(db: Db, { id }: PurchaseRequest): Promise<void> {
      await provenTables.change(db, provenRequestDecisions, id, () => deleteDecision(db, id), { anew: true })
    },
  }
}

/** Whether coins may be delivered, but not as the request says: then it can be approved again. */
export async function isDoubted(
  db: Db,
  decisions: Pick<RequestDecisions, 'check'>,
  request: PurchaseRequest,
): Promise<boolean> {
  return takesDeliveries.includes(request.status) && (await decisions.check(db, request)) === 'unproven'
}

/** For somebody who acts on a destination that the service did not write. */
export function demandStanding(table: ProvenTable, id: string, standing: Standing): void {
  if (standing === 'unknown') throw vaultSealed()
  if (standing === 'unproven') throw proofInvalid(table, id)
}

function termsOf(row: Terms): Terms {
  return Object.fromEntries(terms.map((column) => [column, row[column]])) as unknown as Terms
}
