import type { Revision } from '../audit/audit-log.ts'
import type { ReplayedEvent, ReplayPart } from '../audit-proofs/replay.ts'
import type { Db } from '../db/database.ts'
import type { Because, Proofs, ProvenKind } from './proofs.ts'
import { provenRows } from './proven-rows.ts'
import { fieldsOf, idOf, newestId, type ProvenRow, type ProvenTable } from './proven-table.ts'
import { findProvenRows } from './proven-table-rows.ts'

/** Why a row is not that of the service. */
export type WrongBecause = Because | 'removed'

export interface WrongRow {
  kind: ProvenKind
  id: string
  because: WrongBecause
  /** The last revision that the audit log names. */
  last: number | undefined
}

const sentences: Readonly<Record<WrongBecause, string>> = {
  missing: 'was inserted: it has no proof.',
  invalid: 'was changed, or is not of the service.',
  older: 'is an older state that was brought back.',
  removed: 'was removed by somebody else.',
}

/**
 * Compares the rows of a proven table with their proofs, and with the revisions that the audit log names: what was
 * inserted, changed, brought back or removed by somebody else.
 */
export function provenTableReplay(
  table: ProvenTable,
  proofs: Pick<Proofs, 'check' | 'isTagged'> | undefined,
): ReplayPart & { wrong: WrongRow[] } {
  const { kind, name, newest, always, mayLackProof = () => false } = table
  const last = new Map<string, Revision>()
  /** The versions of the key that counted when revisions were noted. */
  const least = new Map<string, number>()
  const wrong: WrongRow[] = []
  let isStarted = false
  let newestRow = 0
  let isMissed = always !== undefined

  function visit({ action, state, isProven, leastTagKey, revisions = [] }: ReplayedEvent): undefined {
    if (action === 'proofs.started' && isProven && (state as { kinds: string[] }).kinds.includes(kind))
      isStarted = true
    for (const reached of revisions)
      if (reached.kind === kind && reached.revision >= (last.get(reached.id)?.revision ?? 0)) {
        last.set(reached.id, reached)
        least.set(reached.id, leastTagKey)
      }
  }

  async function faultOf(db: Db, row: FoundRow, reached: Revision | undefined): Promise<Because | undefined> {
    if (row.proof === null) return isStarted && !mayLackProof(row) ? 'missing' : undefined
    const standing = await proofs?.check(db, kind, row.id, await fieldsOf(db, table, row), row.proof)
    if (standing === 'unproven') return 'invalid'
    const isOlder = reached && (reached.gone || row.proof_revision < reached.revision)
    return isOlder ? 'older' : undefined
  }

  const rows = provenRows<FoundRow>({
    name,
    unproven: 'without a proof, so that they are not relied on',
    isUnproven: ({ proof }) => proof === null,
    page: async (db, last) =>
      (await findProvenRows(db, table, last?.id)).map((row) => Object.assign(row, { id: idOf(table, row) })),
    async problemsOf(db, row) {
      const reached = last.get(row.id)
      last.delete(row.id)
      if (row.id === always) isMissed = false
      if (newest !== undefined) newestRow = Math.max(newestRow, Number(row[newest]))
      const because = await faultOf(db, row, reached)
      return because ? [found(row.id, because, reached)] : []
    },
  })

  function found(id: string, because: WrongBecause, reached: Revision | undefined): string {
    wrong.push({ kind, id, because, last: reached?.revision })
    return `${name}: ${id} ${sentences[because]}`
  }

  return {
    name,
    wrong,
    actions: { 'proofs.started': 'always' },
    concerns: (event) => event.includes('"revisions":['),
    visit,
    async compare(db, replay) {
      const forged: string[] = []
      for (const reached of last.values()) {
        await replay.turn()
        if (proofs && !(await proofs.isTagged(db, reached, least.get(reached.id))))
          forged.push(`${name}: a revision of ${reached.id} in the audit log is not of the service.`)
      }
      const { problems, ...compared } = await rows.compare(db, replay)
      if (newest !== undefined && newestRow >= (last.get(newestId)?.revision ?? 0)) last.delete(newestId)
      const missing: [string, Revision | undefined][] = [...last].filter(([, { gone }]) => !gone)
      if (always !== undefined && isMissed && !last.has(always)) missing.push([always, undefined])
      return {
        ...compared,
        problems: [...forged, ...problems, ...missing.map(([id, reached]) => found(id, 'removed', reached))],
      }
    },
  }
}

type FoundRow = Record<string, unknown> & ProvenRow & { id: string }
