import type { ListKind } from '../../../../contract/organizations/screening.ts'
import type { By } from '../../../platform/audit/change.ts'
import type { Authorization } from '../../../platform/authorization/authorization.ts'
import type { Db } from '../../../platform/db/database.ts'
import { reopenConfirmed } from './hit-store.ts'
import { tellOfHit } from './hit-traces.ts'

/**
 * In the import that gives a list another kind. A hit of a list of politically exposed persons was
 * decided knowing that it suspends nobody. On a list of another kind it does: it waits, and blocks, until it is decided anew.
 */
export async function kindChanged(
  db: Db,
  authorization: Pick<Authorization, 'markStale'>,
  { list, from, by, at }: { list: string; from: ListKind; by: By; at: Date },
): Promise<void> {
  if (from !== 'pep') return
  const hits = await reopenConfirmed(db, list, 'list_kind', at)
  for (const hit of hits) {
    await authorization.markStale(db, 'screening.decide', { type: 'screening_hit', id: hit.id })
    tellOfHit(db, 'screening.hit_opened', hit, { by })
  }
}
