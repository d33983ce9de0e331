import { sql } from 'kysely'
import type { Act } from '../../../../contract/api/acts.ts'
import type { Db } from '../../../platform/db/database.ts'
import { idOf } from '../../../platform/proofs/proven-table.ts'
import type { ProvenTables } from '../../../platform/proofs/row-proofs.ts'
import type { LimitKind } from './act-tables.ts'
import { countedTable, lockCounters, writeCounter } from './counted-acts.ts'
import { dayMs, entryOf } from './counted-entries.ts'

/** Counts again, from the acts that are left, where a counter is missing or not as the service wrote it. Returns which. */
export async function recountActs(
  db: Db,
  provenTables: Pick<ProvenTables, 'check' | 'prove'>,
  now: Date,
): Promise<string[]> {
  const since = new Date(now.getTime() - dayMs)
  const { rows } = await sql<{ act: Act; per: LimitKind; whose: string }>`
    select act, per, whose from counted_acts
    union
    select act, kind.per, case kind.per when 'person' then administrator_id::text else organization_id::text end
    from acts cross join unnest(counted) as kind (per)
    where at > ${since} and (kind.per = 'person' or organization_id is not null)
    order by act, per, whose
  `.execute(db)
  const counted: string[] = []
  for (const { act, per, whose } of rows) {
    const [counter] = await lockCounters(db, act, [{ per, id: whose }], now, { withActs: true })
    if (!counter) continue
    const before = counter.act === null ? undefined : counter
    if (before && (await provenTables.check(db, countedTable, before)) === 'proven') continue
    const acts = counter.earlier ?? []
    const entries = acts.map(({ at, moved, already }) => entryOf(new Date(at), moved, already))
    const row = { act, per, whose, entries }
    await writeCounter(db, { ...row, ...(await provenTables.prove(db, countedTable, row, { before })) })
    counted.push(idOf(countedTable, row))
  }
  return counted
}
