import type {
  OrganizationScreeningResponse,
  PartyState,
  ScreenedPartyResponse,
} from '../../../contract/organizations/screening.ts'
import type { Db } from '../../platform/db/database.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import { currentGeneration } from './generations/entry-store.ts'
import { readListStates } from './generations/list-states.ts'
import { countHitsOf, type HitCounts, listRemoved } from './hits/hit-store.ts'
import { findPasses } from './passes/pass-store.ts'
import { lastScreening, partyState } from './subjects/screened-state.ts'
import { listOthersWithHits, listPrincipals } from './subjects/subject-store.ts'

const mostParties = 200
const none: HitCounts = { open: 0, blocking: 0, dismissed: 0 }
const fromWorst: readonly PartyState[] = ['hit', 'pending', 'not_screened', 'clear']

/** What the lists say about an organization, its people, and those payers and addresses that have hits. */
export async function readOrganizationScreening(
  db: Db,
  {
    organizations,
    now,
    maxAgeSeconds,
  }: { organizations: Pick<OrganizationRecords, 'require'>; now: Date; maxAgeSeconds: number },
  organizationId: string,
): Promise<OrganizationScreeningResponse> {
  const { id } = await organizations.require(db, organizationId)
  const { state, lists } = await readListStates(db, now, maxAgeSeconds)
  const current = await currentGeneration(db)
  const passes = await findPasses(db)
  // `organization` comes before `person`.
  const principals = (await listPrincipals(db, id)).slice(0, mostParties)
  const others = await listOthersWithHits(db, id, mostParties - principals.length)
  const rows = [...principals, ...others]
  const removed = await listRemoved(db, id, Math.max(0, mostParties - rows.length))
  const counts = await countHitsOf(db, [...rows, ...removed])
  const parties: ScreenedPartyResponse[] = rows.map((row) => {
    const hits = counts.get(`${row.kind} ${row.id}`) ?? none
    const { generation, at } = lastScreening(row, passes)
    return {
      kind: row.kind,
      id: row.id,
      name: row.name,
      state: partyState(generation, current, hits),
      is_removed: false,
      generation,
      screened_at: at?.toISOString() ?? null,
      open_hits: hits.open,
      blocking_hits: hits.blocking,
      dismissed_hits: hits.dismissed,
    }
  })
  for (const { kind, id, name } of removed) {
    const { open, blocking, dismissed } = counts.get(`${kind} ${id}`) ?? none
    parties.push({
      kind,
      id,
      name,
      state: 'hit',
      is_removed: true,
      generation: current,
      screened_at: null,
      open_hits: open,
      blocking_hits: blocking,
      dismissed_hits: dismissed,
    })
  }
  const states = parties.map((party) => party.state)
  // An organization that has no row yet is found by the sweep.
  if (!parties.some(({ kind }) => kind === 'organization'))
    states.push(current === 0 ? 'not_screened' : 'pending')
  return {
    state: fromWorst.find((one) => states.includes(one)) ?? 'clear',
    is_stale: state === 'stale',
    lists: lists.map(({ name }) => name),
    parties,
  }
}
