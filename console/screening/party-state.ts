import type {
  OrganizationScreeningResponse,
  PartyState,
  SubjectKind,
} from '../../contract/organizations/screening.ts'

export type ShownState = PartyState | 'stale' | 'dismissed'

export interface ShownParty {
  state: ShownState
  dismissed: number
}

/** Lists that are too old have the last word, unless they have found something. What was dismissed was found. */
export function shownParty(state: PartyState, isStale: boolean, dismissed = 0): ShownParty {
  if (isStale && (state === 'clear' || state === 'pending')) return { state: 'stale', dismissed }
  return { state: state === 'clear' && dismissed > 0 ? 'dismissed' : state, dismissed }
}

/** One party. Of payers and addresses, the service names only those with hits. */
export function findParty(
  screening: OrganizationScreeningResponse | undefined,
  kind: SubjectKind,
  id: string,
): ShownParty | undefined {
  if (screening === undefined) return undefined
  const party = screening.parties.find((one) => one.kind === kind && one.id === id)
  if (party) return shownParty(party.state, screening.is_stale, party.dismissed_hits)
  if (screening.state === 'not_screened') return shownParty('not_screened', false)
  const isNamedWithHits = kind === 'payer' || kind === 'address'
  return isNamedWithHits ? shownParty('clear', screening.is_stale) : shownParty('pending', false)
}
