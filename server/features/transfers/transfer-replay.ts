import type { ReplayPart } from '../../platform/audit-proofs/replay.ts'
import type { Proofs } from '../../platform/proofs/proofs.ts'
import { provenBatch, provenRows } from '../../platform/proofs/proven-rows.ts'
import { createTransferProofs } from './transfer-proofs.ts'
import type { Transfer } from './transfer-tables.ts'

/** Compares the intents of transfers, and the decisions to sign them, with their proofs. */
export function createTransferReplay(proofs: Proofs | undefined): ReplayPart {
  const check = proofs && createTransferProofs(proofs)
  return provenRows<Transfer>({
    name: 'Transfers',
    unproven: 'of earlier releases, without a proof',
    page: (db, after) =>
      db
        .selectFrom('transfers')
        .selectAll()
        .$if(after !== undefined, (query) => query.where('id', '>', after as string))
        .orderBy('id')
        .limit(provenBatch)
        .execute(),
    async problemsOf(db, transfer) {
      const { id, proof, decision_proof } = transfer
      const problems: string[] = []
      if (proof !== null && (await check?.checkIntent(db, transfer)) === 'unproven')
        problems.push(`Transfer ${id} is not what was prepared.`)
      if (decision_proof !== null && (await check?.checkDecision(db, transfer)) === 'unproven')
        problems.push(`Transfer ${id} is not what was decided.`)
      return problems
    },
  })
}
