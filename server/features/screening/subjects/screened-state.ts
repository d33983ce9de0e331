import type { PartyState } from '../../../../contract/organizations/screening.ts'
import type { PassState } from '../passes/pass-store.ts'
import { screenedGeneration } from './subject-store.ts'
import type { SubjectRow } from './subject-tables.ts'

/** With which generation a party was compared last, and when. */
export function lastScreening(row: SubjectRow, passes: PassState): { generation: number; at: Date | null } {
  const generation = screenedGeneration(row, passes)
  if (generation === 0) return { generation, at: null }
  if (generation === row.generation) return { generation, at: row.screened_at }
  const { done, running } = passes
  return { generation, at: generation === done.generation ? done.at : (running?.started_at ?? null) }
}

/** What the lists say about a party. `current` is the newest generation. */
export function partyState(
  screened: number,
  current: number,
  hits: { open: number; blocking: number },
): PartyState {
  if (hits.open > 0 || hits.blocking > 0) return 'hit'
  if (current === 0) return 'not_screened'
  return screened < current ? 'pending' : 'clear'
}
