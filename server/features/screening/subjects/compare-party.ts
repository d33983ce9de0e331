import type { Authorization } from '../../../platform/authorization/authorization.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Vault } from '../../../platform/vault/vault.ts'
import type { CurrentIndex, ListedMatch } from '../generations/current-index.ts'
import { listPairs } from '../hits/hit-store.ts'
import type { HitRow } from '../hits/hit-tables.ts'
import { type ComparedParty, type Judgement, judgeHits } from '../hits/judge-hits.ts'
import { recordHits } from '../hits/record-hits.ts'
import { leastRecorded } from '../matching/screening-index.ts'
import type { Subject } from '../model/subject.ts'
import { listedHashes } from './subject-store.ts'
import type { SubjectRow } from './subject-tables.ts'

export interface ComparingParts {
  now: () => Date
  vault: Pick<Vault, 'seal' | 'open'>
  authorization: Pick<Authorization, 'markStale'>
  index: Pick<CurrentIndex, 'generation' | 'searchInSlices'>
}

/** What happens to all pairs of a party that was compared with all entries. */
export async function judgeParty(
  db: Db,
  party: ComparedParty,
  pairs: readonly HitRow[],
  matches: readonly ListedMatch[],
): Promise<Judgement<HitRow>[]> {
  const found = new Set(matches.map(({ list, entry }) => `${list} ${entry.id}`))
  const lost = pairs.filter(
    ({ status, list, entry_id }) => status !== 'closed' && !found.has(`${list} ${entry_id}`),
  )
  const hashes = await listedHashes(db, lost)
  return judgeHits(party, pairs, matches, ({ list, entry_id }) => hashes.get(`${list} ${entry_id}`))
}

/**
 * Compares a party with all entries and writes its hits. The caller holds its row and the generation, which this node has
 * in memory.
 */
export async function compareParty(
  db: Db,
  { now, authorization, index }: ComparingParts,
  row: SubjectRow,
  compared: Subject,
): Promise<void> {
  const pairs = await listPairs(db, row.kind, row.id)
  const judgements = await judgeParty(db, row, pairs, await index.searchInSlices(compared, leastRecorded))
  const party = { ...row, identifiers: compared.identifiers ?? [] }
  await recordHits(db, { authorization, at: now() }, [{ party, judgements }])
}

const notDue = { is_due: false, failures: 0, retry_at: null }

/** How a row says that it is compared with the lists that this node has in memory. */
export function comparedNow({ now, index }: Pick<ComparingParts, 'now' | 'index'>) {
  const generation = index.generation()
  return { generation, screened_at: generation === 0 ? null : now(), ...notDue }
}
