import type { ReplayPart } from '../audit-proofs/replay.ts'
import type { Proofs } from '../proofs/proofs.ts'
import { provenColumnReplay } from '../proofs/proven-column-replay.ts'
import { listRollbacks, rollbackColumn } from './rollbacks.ts'

/** Compares the rollbacks that somebody has accepted with their proofs, and with what the audit log says was accepted. */
export function createRollbackReplay(proofs: Proofs | undefined): ReplayPart {
  const accepted = new Set<string>()
  const rows = provenColumnReplay(rollbackColumn, proofs)
  return {
    ...rows,
    actions: { 'rollback.accepted': 'always', 'audit.register_begun': 'always' },

    visit({ action, state }) {
      if (action !== 'rollback.accepted') return undefined
      const { lost } = state as { lost: { seq: number; hash: string }[] }
      for (const { seq, hash } of lost) accepted.add(nameOf(seq, hash))
      return undefined
    },

    async compare(db, replay) {
      const compared = await rows.compare(db, replay)
      for (const { seq, hash } of await listRollbacks(db)) accepted.delete(nameOf(seq, hash.toString('hex')))
      const missing = [...accepted].map((name) => `${name} was deleted from the database.`)
      return { ...compared, problems: [...compared.problems, ...missing] }
    },
  }
}

function nameOf(seq: number, hash: string): string {
  return `The acceptance of the rollback of row ${seq} (${hash.slice(0, 16)})`
}
