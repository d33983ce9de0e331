import type { Revision } from '../audit/audit-log.ts'
import { findRevisionEvents } from '../audit/audit-reader.ts'
import type { Db } from '../db/database.ts'
import type { ProvenKind } from './proofs.ts'
import type { KnownRevisions } from './row-proofs.ts'

/** The revisions of one kind of rows that the whole audit log names. For commands that write rows again. */
export async function loggedRevisions(db: Db, kinds: readonly ProvenKind[]): Promise<KnownRevisions> {
  const last = new Map<string, number>()
  for (const event of await findRevisionEvents(db, 0, Number.MAX_SAFE_INTEGER))
    for (const { kind, id, revision } of (JSON.parse(event) as { revisions: Revision[] }).revisions) {
      const name = `${kind} ${id}`
      if (kinds.includes(kind as ProvenKind)) last.set(name, Math.max(revision, last.get(name) ?? 0))
    }
  return { last: (kind, id) => last.get(`${kind} ${id}`) }
}
