import { useTranslate } from 'react-admin'
import { PartyChip } from './party-chip.tsx'
import { shownParty } from './party-state.ts'
import { useOrganizationScreening } from './status-query.ts'

/** The worst of what the lists say about the parties of an organization. */
export function ScreeningChip({ organizationId }: { organizationId: string }) {
  const translate = useTranslate()
  const { data } = useOrganizationScreening(organizationId)
  const dismissed = data?.parties.reduce((sum, { dismissed_hits }) => sum + dismissed_hits, 0)
  const party = data && shownParty(data.state, data.is_stale, dismissed)
  return <PartyChip party={party} label={translate('kontor.screening.short')} />
}
