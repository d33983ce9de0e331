import type { Revision } from '../audit/audit-log.ts'
import type { ReplayedEvent, ReplayPart } from '../audit-proofs/replay.ts'
import type { Proofs } from './proofs.ts'
import { provenRows } from './proven-rows.ts'
import { fieldsOf, findProvenRows, idOf, newestId, type ProvenTable } from './proven-table.ts'

/**
 * Compares the rows of a proven table with their proofs, and with the revisions that the audit log names: what was
 * inserted, changed, brought back or removed by somebody else.
 */
export function provenTableReplay(
  table: ProvenTable,
  proofs: Pick<Proofs, 'check' | 'isTagged'> | undefined,
): ReplayPart {
  const { kind, name, newest, mayLackProof = () => false } = table
  const last = new Map<string, Revision>()
  let isStarted = false
  let newestRow = 0

  function visit({ action, state, isProven, revisions = [] }: ReplayedEvent): undefined {
    if (action === 'proofs.started' && isProven && (state as { kinds: string[] }).kinds.includes(kind))
      isStarted = true
    for (const reached of revisions)
      if (reached.kind === kind && reached.revision >= (last.get(reached.id)?.revision ?? 0))
        last.set(reached.id, reached)
  }

  const rows = provenRows({
    name,
    unproven: 'without a proof, so that they are not relied on',
    page: async (db, after) =>
      (await findProvenRows(db, table, after)).map((row) => Object.assign(row, { id: idOf(table, row) })),
    async problemsOf(db, row) {
      const reached = last.get(row.id)
      last.delete(row.id)
      if (newest !== undefined) newestRow = Math.max(newestRow, Number(row[newest]))
      if (row.proof === null) {
        const isInserted = isStarted && !mayLackProof(row)
        return isInserted ? [`${name}: ${row.id} was inserted: it has no proof.`] : []
      }
      const fields = await fieldsOf(db, table, row)
      if ((await proofs?.check(db, kind, row.id, fields, row.proof)) === 'unproven')
        return [`${name}: ${row.id} was changed, or is not of the service.`]
      const isOlder = reached && (reached.gone || row.proof_revision < reached.revision)
      return isOlder ? [`${name}: ${row.id} is an older state that was brought back.`] : []
    },
  })

  return {
    name,
    actions: { 'proofs.started': 'always' },
    concerns: (event) => event.includes('"revisions":['),
    visit,
    async compare(db, replay) {
      const forged: string[] = []
      for (const reached of last.values())
        if (proofs && !(await proofs.isTagged(db, reached)))
          forged.push(`${name}: a revision of ${reached.id} in the audit log is not of the service.`)
      const { problems, ...compared } = await rows.compare(db, replay)
      if (newest !== undefined && newestRow >= (last.get(newestId)?.revision ?? 0)) last.delete(newestId)
      const missing = [...last].filter(([, { gone }]) => !gone)
      return {
        ...compared,
        problems: [
          ...forged,
          ...problems,
          ...missing.map(([id]) => `${name}: ${id} was removed by somebody else.`),
        ],
      }
    },
  }
}
