import { PartyChip } from './party-chip.tsx'
import { shownState } from './party-state.ts'
import { useOrganizationScreening } from './status-query.ts'

/** The worst of what the lists say about the parties of an organization. */
export function ScreeningChip({ organizationId }: { organizationId: string }) {
  const { data } = useOrganizationScreening(organizationId)
  return <PartyChip state={data && shownState(data.state, data.is_stale)} />
}
