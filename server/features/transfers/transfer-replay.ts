import type { ReplayPart } from '../../platform/audit-proofs/replay.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Proofs } from '../../platform/proofs/proofs.ts'
import { createTransferProofs } from './transfer-proofs.ts'
import type { Transfer } from './transfer-tables.ts'

const batch = 1_000

/** Compares the intents of transfers, and the decisions to sign them, with their proofs. */
export function createTransferReplay(proofs: Proofs | undefined): ReplayPart {
  return {
    name: 'Transfers',
    actions: {},
    visit: () => undefined,

    async compare(db) {
      const check = proofs && createTransferProofs(proofs)
      const problems: string[] = []
      let [count, unproven] = [0, 0]
      for await (const transfer of transfersOf(db)) {
        count += 1
        if (transfer.proof === null) unproven += 1
        else if ((await check?.checkIntent(db, transfer)) === 'unproven')
          problems.push(`Transfer ${transfer.id} is not what was prepared.`)
        if (transfer.decision_proof !== null && (await check?.checkDecision(db, transfer)) === 'unproven')
          problems.push(`Transfer ${transfer.id} is not what was decided.`)
      }
      const unchecked = unproven > 0 ? `of earlier releases, without a proof: ${unproven}` : undefined
      return { count, problems, ...(unchecked && { unchecked }) }
    },
  }
}

async function* transfersOf(db: Db): AsyncGenerator<Transfer> {
  for (let after: string | undefined; ; ) {
    const rows = await db
      .selectFrom('transfers')
      .selectAll()
      .$if(after !== undefined, (query) => query.where('id', '>', after as string))
      .orderBy('id')
      .limit(batch)
      .execute()
    yield* rows
    if (rows.length < batch) return
    after = rows.at(-1)?.id
  }
}
