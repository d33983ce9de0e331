import { sql } from 'kysely'
import type { Act } from '../../../../contract/api/acts.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withNext } from '../../../platform/db/primary/with-next.ts'
import { type ProvenRow, type ProvenTable, proofInvalid } from '../../../platform/proofs/proven-table.ts'
import type { ProvenTables } from '../../../platform/proofs/row-proofs.ts'
import { vaultSealed } from '../../../platform/vault/vault-sealed.ts'
import type { LimitKind } from './act-tables.ts'
import { type CountedEntry, dayMs, entriesSince, entryOf, withEntries } from './counted-entries.ts'

export const countedTable: ProvenTable = {
  kind: 'counted_acts',
  table: 'counted_acts',
  name: 'Counters of limits',
  key: ['act', 'per', 'whose'],
  keyType: 'text',
  columns: ['act', 'per', 'whose', 'entries'],
}

/** A person or an organization whose acts are counted. */
export interface Whose {
  per: LimitKind
  id: string
}

interface FoundCounter extends ProvenRow {
  act: Act | null
  per: LimitKind
  whose: string
  entries: CountedEntry[]
  /** Of before there was a counter. */
  earlier:
    | { at: string; moved: Record<string, string>; already: Record<string, string>; is_counted: boolean }[]
    | null
}

/** The counters that an act reads and changes, in its transaction. */
export interface Counters {
  /** What was counted of these in the last 24 hours, all together. */
  of(per: LimitKind, ids: readonly string[]): CountedEntry[]
  /** Counts acts of one of them. */
  add(whose: Whose, entries: readonly CountedEntry[]): Promise<void>
}

const wayOut =
  'What a limit has counted is not as the service wrote it, so that nothing is allowed that it bounds. Somebody with a shell on the machine looks at it with "kontor audit verify", and has it counted again with "kontor policy recover".'

export type CountedActs = ReturnType<typeof createCountedActs>

/**
 * What limits have counted in 24 hours: one proven row for each act and person or organization. A sum over rows would be
 * smaller after somebody has deleted some. A counter forbids: one that is missing or changed is 503 `proof_invalid`.
 */
export function createCountedActs(
  provenTables: Pick<ProvenTables, 'check' | 'prove' | 'refusal' | 'remembers'>,
) {
  async function entriesOf(db: Db, act: Act, counter: FoundCounter): Promise<CountedEntry[]> {
    const id = `${act}/${counter.per}/${counter.whose}`
    if (counter.act !== null) {
      const standing = await provenTables.check(db, countedTable, counter)
      if (standing === 'unknown') throw vaultSealed()
      if (standing === 'unproven') throw proofInvalid({ kind: 'counted_acts' }, id, wayOut)
      return counter.entries
    }
    const earlier = counter.earlier ?? []
    if (earlier.some(({ is_counted }) => is_counted) || provenTables.remembers(countedTable, id))
      throw provenTables.refusal(countedTable, id, 'missing', wayOut)
    // Of the time before a limit was set, for which there is nothing but the acts themselves.
    return earlier.map(({ at, moved, already }) => entryOf(new Date(at), moved, already))
  }

  return {
    /** Locks the counters, in one order whoever acts, so that acts are counted one after the other. */
    async open(db: Db, act: Act, wanted: readonly Whose[], now: Date): Promise<Counters> {
      const found = new Map<string, { before: ProvenRow | undefined; entries: CountedEntry[] }>()
      for (const counter of await lockCounters(db, act, wanted, now)) {
        const entries = await entriesOf(db, act, counter)
        const before = counter.act === null ? undefined : counter
        found.set(nameOf({ per: counter.per, id: counter.whose }), { before, entries })
      }
      return {
        of: (per, ids) =>
          ids.flatMap((id) => entriesSince(found.get(nameOf({ per, id }))?.entries ?? [], now)),

        async add({ per, id }, added) {
          const counter = found.get(nameOf({ per, id }))
          if (!counter) throw new Error('The counter was not locked.')
          const row = { act, per, whose: id, entries: withEntries(counter.entries, added, now) }
          const { before } = counter
          await writeCounter(db, { ...row, ...(await provenTables.prove(db, countedTable, row, { before })) })
        },
      }
    },
  }
}

function nameOf({ per, id }: Whose): string {
  return `${per} ${id}`
}

/** What an act has moved by currency; nodes of before have written no more than one amount. */
const movedOf = sql`coalesce(acts.amounts,
  case when acts.currency is null then '{}'::jsonb else jsonb_build_object(acts.currency, acts.amount::text) end)`

/** Locks these counters and reads them, with the acts of the day where there is no counter, or where they are wanted. */
export async function lockCounters(
  db: Db,
  act: Act,
  wanted: readonly Whose[],
  now: Date,
  { withActs = false }: { withActs?: boolean } = {},
): Promise<FoundCounter[]> {
  const sorted = wanted.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const locks = sorted.map(({ id }) => `${act} ${id}`)
  const [pers, ids] = [sorted.map(({ per }) => per), sorted.map(({ id }) => id)]
  const since = new Date(now.getTime() - dayMs)
  await sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${locks}::text[]) as name ${withNext}
  `.execute(db)
  const ofAct = sql`acts.act = ${act} and acts.at > ${since}`
  const { rows } = await sql<FoundCounter>`
    select wanted.per, wanted.whose, counter.act, counter.entries, counter.proof, counter.proof_revision,
      case when counter.act is null or ${withActs} then (
        select json_agg(json_build_object('at', acts.at, 'moved', ${movedOf},
          'already', coalesce(acts.already -> wanted.per, '{}'),
          'is_counted', wanted.per = any (coalesce(acts.counted, '{}'))) order by acts.at)
        from (
          select * from acts where wanted.per = 'person' and acts.administrator_id = wanted.whose::uuid and ${ofAct}
          union all
          select * from acts where wanted.per = 'organization' and acts.organization_id = wanted.whose::uuid and ${ofAct}
        ) as acts
      ) end as earlier
    from unnest(${pers}::text[], ${ids}::text[]) as wanted (per, whose)
      left join counted_acts as counter
        on counter.act = ${act} and counter.per = wanted.per and counter.whose = wanted.whose
  `.execute(db)
  return rows
}

export async function writeCounter(
  db: Db,
  row: {
    act: Act
    per: LimitKind
    whose: string
    entries: CountedEntry[]
    proof: Buffer
    proof_revision: number
  },
): Promise<void> {
  await sql`
    insert into counted_acts (act, per, whose, entries, proof, proof_revision)
    values (${row.act}, ${row.per}, ${row.whose}, ${JSON.stringify(row.entries)}, ${row.proof}, ${row.proof_revision})
    on conflict (act, per, whose) do update
    set entries = excluded.entries, proof = excluded.proof, proof_revision = excluded.proof_revision ${withNext}
  `.execute(db)
}
