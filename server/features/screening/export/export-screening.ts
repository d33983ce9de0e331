import type { ScreeningExportQuery } from '../../../../contract/organizations/screening.ts'
import { csvCell } from '../../../platform/csv-cell.ts'
import type { Db } from '../../../platform/db/database.ts'
import { currentGeneration } from '../generations/entry-store.ts'
import { isBlocking, listHitsOf, listHitsOfGone } from '../hits/hit-store.ts'
import type { HitRow } from '../hits/hit-tables.ts'
import { findPasses, type PassState } from '../passes/pass-store.ts'
import { lastScreening, partyState } from '../subjects/screened-state.ts'
import type { SubjectRow } from '../subjects/subject-tables.ts'
import { listFirstGenerations, listSubjectsOf } from './export-store.ts'

const columns = [
  'party_kind',
  'party_id',
  'party_name',
  'organization_id',
  'screened_at',
  'generation',
  'lists',
  'result',
  'hit_id',
  'list',
  'entry_id',
  'entry_name',
  'entry_generation',
  'score',
  'above_threshold',
  'status',
  'closed_reason',
  'found_at',
  'decision_reason',
  'decided_by',
  'decided_by_name',
  'decided_at',
] as const

type Row = Partial<Record<(typeof columns)[number], string | number | boolean | Date | null>>

const partiesAtOnce = 200

/**
 * Who was screened against which lists, when, and with what result: a row per party and hit, in pieces. The next piece is
 * read when it is asked for. Parties that are gone are there with the hits that they had.
 */
export async function* exportScreening(
  db: Db,
  { organization_id: organizationId, from, to }: ScreeningExportQuery,
): AsyncGenerator<string> {
  const current = await currentGeneration(db)
  const passes = await findPasses(db)
  const lists = await listFirstGenerations(db)
  const isAskedFor = (at: Date | null) => {
    const day = at?.toISOString().slice(0, 10)
    if (day === undefined) return from === undefined && to === undefined
    return (from === undefined || day >= from) && (to === undefined || day <= to)
  }
  yield `${columns.join(',')}\r\n`
  let after: { kind: string; id: string } | undefined
  while (true) {
    const rows = await listSubjectsOf(db, { organizationId, after, limit: partiesAtOnce })
    const asked = rows.filter((row) => isAskedFor(lastScreening(row, passes).at))
    const hits = Map.groupBy(await listHitsOf(db, asked), keyOfHit)
    const text = asked.flatMap((row) => {
      const own = hits.get(`${row.kind} ${row.id}`) ?? []
      const party = partyColumns(row, own, { current, passes, lists })
      return own.length === 0 ? [line(party)] : own.map((hit) => line({ ...party, ...hitColumns(hit) }))
    })
    if (text.length > 0) yield text.join('')
    if (rows.length < partiesAtOnce) break
    after = rows.at(-1)
  }
  yield* gonePieces(db, organizationId, isAskedFor)
}

async function* gonePieces(
  db: Db,
  organizationId: string | undefined,
  isAskedFor: (at: Date) => boolean,
): AsyncGenerator<string> {
  let after: string | undefined
  while (true) {
    const hits = await listHitsOfGone(db, { organizationId, after, limit: partiesAtOnce })
    const text = hits
      .filter(({ updated_at }) => isAskedFor(updated_at))
      .map((hit) =>
        line({
          party_kind: hit.subject_kind,
          party_id: hit.subject_id,
          party_name: hit.subject_name,
          organization_id: hit.organization_id,
          screened_at: hit.updated_at,
          generation: hit.generation,
          lists: hit.list,
          result: 'removed',
          ...hitColumns(hit),
        }),
      )
    if (text.length > 0) yield text.join('')
    if (hits.length < partiesAtOnce) return
    after = hits.at(-1)?.id
  }
}

function partyColumns(
  row: SubjectRow,
  hits: readonly HitRow[],
  { current, passes, lists }: { current: number; passes: PassState; lists: ReadonlyMap<string, number> },
): Row {
  const { generation, at } = lastScreening(row, passes)
  const counts = {
    open: hits.filter(({ status }) => status === 'open').length,
    blocking: hits.filter(isBlocking).length,
  }
  return {
    party_kind: row.kind,
    party_id: row.id,
    party_name: row.name,
    organization_id: row.organization_id,
    screened_at: at,
    generation,
    lists: [...lists].flatMap(([list, first]) => (first <= generation ? [list] : [])).join(' '),
    result: partyState(generation, current, counts),
  }
}

function hitColumns(hit: HitRow): Row {
  return {
    hit_id: hit.id,
    list: hit.list,
    entry_id: hit.entry_id,
    entry_name: hit.entry.names[0]?.name ?? '',
    entry_generation: hit.generation,
    score: hit.score,
    above_threshold: hit.above_threshold,
    status: hit.status,
    closed_reason: hit.closed_reason,
    found_at: hit.found_at,
    decision_reason: hit.reason,
    decided_by: hit.decided_by,
    decided_by_name: hit.decided_by_name,
    decided_at: hit.decided_at,
  }
}

function keyOfHit({ subject_kind, subject_id }: HitRow): string {
  return `${subject_kind} ${subject_id}`
}

function line(row: Row): string {
  return `${columns.map((column) => csvCell(text(row[column]))).join(',')}\r\n`
}

function text(value: Row[keyof Row]): string {
  return value instanceof Date ? value.toISOString() : String(value ?? '')
}
