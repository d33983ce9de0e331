import type { ReplayPart } from '../../../platform/audit-proofs/replay.ts'
import type { Proofs } from '../../../platform/proofs/proofs.ts'
import { provenColumnReplay } from '../../../platform/proofs/proven-column-replay.ts'
import { sessionColumn } from './session-proofs.ts'

/** Compares the sessions that have not ended with their proofs, and with the ends that the audit log names. */
export function createSessionReplay(proofs: Proofs | undefined): ReplayPart {
  const ended = new Set<string>()
  const rows = provenColumnReplay(sessionColumn, proofs, ({ id }) =>
    ended.has(String(id)) ? `Session ${id} has ended, and was brought back.` : undefined,
  )
  return {
    ...rows,
    concerns: (event) => event.includes('"kind":"session"'),
    visit({ revisions = [] }) {
      for (const { kind, id, gone } of revisions) if (kind === 'session' && gone) ended.add(id)
      return undefined
    },
  }
}
