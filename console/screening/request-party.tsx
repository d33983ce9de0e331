import { Box } from '@mui/material'
import type { SubjectKind } from '../../contract/organizations/screening.ts'
import { PartyChip } from './party-chip.tsx'
import { PartyHits } from './party-hits.tsx'
import { findParty } from './party-state.ts'
import { useOrganizationScreening } from './status-query.ts'

/** What the lists say about a payer or the destination address of a request, with links to what was found. */
export function RequestParty({
  organizationId,
  kind,
  id,
}: {
  organizationId: string
  kind: Extract<SubjectKind, 'payer' | 'address'>
  /** Of a payer, the payment; of an address, the request or the entry of the address book. */
  id: string
}) {
  const { data } = useOrganizationScreening(organizationId)
  const party = findParty(data, kind, id)
  return (
    <Box component="span" sx={{ display: 'inline-block' }}>
      <PartyChip party={party} />
      {(party?.state === 'hit' || party?.state === 'dismissed') && (
        <PartyHits organizationId={organizationId} kind={kind} id={id} />
      )}
    </Box>
  )
}
