import type { ListKind } from '../../../../contract/screening.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/db/database.ts'
import { confirmAgain } from './hit-store.ts'
import { tellOfHits, tracesOfHit } from './hit-traces.ts'

/**
 * In the import that gives a list another kind, before its audit row. To go on with somebody was decided about a list of
 * politically exposed persons: on a list of another kind they are confirmed, and block.
 */
export async function kindChanged(
  db: Db,
  { list, from, actor, at }: { list: string; from: ListKind; actor: Actor; at: Date },
): Promise<void> {
  if (from !== 'pep') return
  const hits = await confirmAgain(db, list, at)
  const details = { from: 'continue', reason: null }
  await tellOfHits(
    db,
    hits.map((hit) => tracesOfHit('screening.hit_decided', hit, { actor, details })),
  )
}
