import type { OrganizationScreeningResponse, PartyState, SubjectKind } from '../../contract/screening.ts'

export type ShownState = PartyState | 'stale'

/** Lists that are too old have the last word, unless they have found something. */
export function shownState(state: PartyState, isStale: boolean): ShownState {
  return isStale && (state === 'clear' || state === 'pending') ? 'stale' : state
}

/** The state of one party. Of payers and addresses, the service names only those with hits. */
export function stateOfParty(
  screening: OrganizationScreeningResponse | undefined,
  kind: SubjectKind,
  id: string,
): ShownState | undefined {
  if (screening === undefined) return undefined
  const party = screening.parties.find((one) => one.kind === kind && one.id === id)
  if (party) return shownState(party.state, screening.is_stale)
  if (screening.state === 'not_screened') return 'not_screened'
  return kind === 'payer' || kind === 'address' ? shownState('clear', screening.is_stale) : 'pending'
}
