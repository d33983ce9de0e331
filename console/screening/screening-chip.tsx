import { useTranslate } from 'react-admin'
import { PartyChip } from './party-chip.tsx'
import { shownState } from './party-state.ts'
import { useOrganizationScreening } from './status-query.ts'

/** The worst of what the lists say about the parties of an organization. */
export function ScreeningChip({ organizationId }: { organizationId: string }) {
  const translate = useTranslate()
  const { data } = useOrganizationScreening(organizationId)
  const state = data && shownState(data.state, data.is_stale)
  return <PartyChip state={state} label={translate('kontor.screening.short')} />
}
