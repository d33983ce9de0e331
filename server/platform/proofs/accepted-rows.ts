import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/change.ts'
import type { AuditProofs } from '../audit-proofs/audit-proofs.ts'
import { replayAudit } from '../audit-proofs/replay.ts'
import type { Db } from '../db/database.ts'
import type { Proofs, ProvenKind } from './proofs.ts'
import { fieldsOf, type ProvenTable } from './proven-table.ts'
import { provenTableReplay, type WrongRow } from './proven-table-replay.ts'
import { findProvenRow } from './proven-table-rows.ts'
import type { ProvenTables } from './row-proofs.ts'

/** What every event `proof.accepted` states, beside what the table says of its row. */
export type AcceptedState = {
  kind: ProvenKind
  id: string
  revision: number
  /** The row is gone, and that is right. */
  gone?: true
}

/** A row as somebody looks at it; undefined fields if it is not there. */
export interface SeenRow {
  fields: Record<string, unknown> | undefined
  /** Why it is not relied on; undefined if its proof is right. */
  wrong: WrongRow | undefined
}

/** For somebody with a shell: the rows that the service did not write as they are, and what becomes of them. */
export function createAcceptedRows({
  db: pool,
  proofs,
  auditProofs,
  provenTables,
}: {
  db: Db
  proofs: Pick<Proofs, 'check' | 'isTagged'>
  auditProofs: Pick<AuditProofs, 'prove' | 'check'>
  provenTables: Pick<ProvenTables, 'accept'>
}) {
  /** All rows of these tables that do not have the right proof, or are missing. */
  async function findWrong(tables: readonly ProvenTable[]): Promise<WrongRow[]> {
    const parts = tables.map((table) => provenTableReplay(table, proofs))
    await replayAudit(pool, parts, auditProofs)
    return parts.flatMap(({ wrong }) => wrong)
  }

  return {
    findWrong,

    async look(table: ProvenTable, id: string): Promise<SeenRow> {
      const wrong = (await findWrong([table])).find((one) => one.id === id)
      const row = await findProvenRow(pool, table, id)
      return { fields: row && (await fieldsOf(pool, table, row)), wrong }
    },

    /** Proves the row as it was seen, or that it is gone. Fails if it was changed since. */
    async accept(
      table: ProvenTable,
      id: string,
      { fields, wrong }: SeenRow,
      { actor, at }: { actor: Actor; at: Date },
    ): Promise<void> {
      await pool.transaction().execute(async (db) => {
        const revision = await provenTables.accept(db, table, id, { seen: fields, last: wrong?.last })
        const stated = fields ? await table.stated?.(db, id) : { gone: true as const }
        const state = { kind: table.kind, id, revision, ...stated }
        const details = { kind: table.kind, id, because: wrong?.because ?? null }
        const told = { action: 'proof.accepted' as const, object: null, details, state, at }
        recordChange(db, actor, await auditProofs.prove(db, actor, told))
      })
    },
  }
}
