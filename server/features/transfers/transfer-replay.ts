import type { ReplayPart } from '../../platform/audit-proofs/replay.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Proofs } from '../../platform/proofs/proofs.ts'
import { provenBatch, provenRows } from '../../platform/proofs/proven-rows.ts'
import type { Releases } from '../../platform/proofs/releases.ts'
import { createTransferProofs } from './transfer-proofs.ts'
import type { Transfer } from './transfer-tables.ts'

/** Each transfer that was decided to be signed follows its decision. */
export const transferReleases: Releases = {
  action: 'transfer.signing',
  act: 'transfer.sign',
  decisionOf: ({ object_id }) => object_id ?? undefined,

  async *decisions(db, proofs) {
    const { findDecision } = createTransferProofs(proofs)
    let rows = await pageOf(db, undefined)
    while (rows.length > 0) {
      for (const transfer of rows.filter(({ decision_proof }) => decision_proof !== null)) {
        const decided = await findDecision(db, transfer)
        if (decided) yield { id: transfer.id, objectId: transfer.id, decided }
      }
      rows = await pageOf(db, rows.at(-1)?.id)
    }
  },
}

function pageOf(db: Db, after: string | undefined): Promise<Transfer[]> {
  return db
    .selectFrom('transfers')
    .selectAll()
    .$if(after !== undefined, (query) => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(provenBatch)
    .execute()
}

/** Compares the intents of transfers, and the decisions to sign them, with their proofs. */
export function createTransferReplay(proofs: Proofs | undefined): ReplayPart {
  const check = proofs && createTransferProofs(proofs)
  return provenRows<Transfer>({
    name: 'Transfers',
    unproven: 'of earlier releases, without a proof',
    page: pageOf,
    async problemsOf(db, transfer) {
      const { id, proof, decision_proof } = transfer
      const problems: string[] = []
      if (proof !== null && (await check?.checkIntent(db, transfer)) === 'unproven')
        problems.push(`Transfer ${id} is not what was prepared.`)
      if (check && decision_proof !== null && !(await check.findDecision(db, transfer)))
        problems.push(`Transfer ${id} is not what was decided.`)
      return problems
    },
  })
}
