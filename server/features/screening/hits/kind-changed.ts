import type { ListKind } from '../../../../contract/screening.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Authorization } from '../../../platform/authorization/authorization.ts'
import type { Db } from '../../../platform/db/database.ts'
import { reopenConfirmed } from './hit-store.ts'
import { tellOfHits, tracesOfHit } from './hit-traces.ts'

/**
 * In the import that gives a list another kind, before its audit row. A hit of a list of politically exposed persons was
 * decided knowing that it suspends nobody. On a list of another kind it does: it waits, and blocks, until it is decided anew.
 */
export async function kindChanged(
  db: Db,
  authorization: Pick<Authorization, 'markStale'>,
  { list, from, actor, at }: { list: string; from: ListKind; actor: Actor; at: Date },
): Promise<void> {
  if (from !== 'pep') return
  const hits = await reopenConfirmed(db, list, 'list_kind', at)
  const stale = []
  for (const { id } of hits)
    stale.push(...(await authorization.markStale(db, 'screening.decide', { type: 'screening_hit', id })))
  await tellOfHits(db, [...stale, ...hits.map((hit) => tracesOfHit('screening.hit_opened', hit, { actor }))])
}
