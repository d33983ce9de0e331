import { Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type {
  OrganizationScreeningResponse,
  ScreenedPartyResponse,
} from '../../contract/organizations/screening.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import type { Column } from '../shared/lists/column.ts'
import { Records } from '../shared/lists/records.tsx'
import { Section } from '../shared/pages/section.tsx'
import { Ago } from '../shared/time/time.tsx'
import { ExportButton } from './export-button.tsx'
import { PartyChip } from './party-chip.tsx'
import { PartyHits } from './party-hits.tsx'
import { shownParty } from './party-state.ts'
import { useOrganizationScreening } from './status-query.ts'

/** What the lists say about an organization, party by party. */
export function OrganizationScreening({ organizationId }: { organizationId: string }) {
  const translate = useTranslate()
  const mayExport = usePermission('audit:read')
  return (
    <Section
      title={translate('kontor.screening.short')}
      actions={mayExport && <ExportButton organizationId={organizationId} />}
    >
      <QueryState query={useOrganizationScreening(organizationId)}>
        {(screening) => <Parties screening={screening} organizationId={organizationId} />}
      </QueryState>
    </Section>
  )
}

function Parties({
  screening,
  organizationId,
}: {
  screening: OrganizationScreeningResponse
  organizationId: string
}) {
  const translate = useTranslate()
  const columns = useColumns(screening, organizationId)
  if (screening.state === 'not_screened') {
    return (
      <Typography color="textSecondary">
        {translate('kontor.screening.organization_not_screened')}{' '}
        <Link to="/screening-lists">{translate('kontor.screening.lists')}</Link>
      </Typography>
    )
  }
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {translate(`kontor.screening.organization_${screening.is_stale ? 'stale' : 'lists'}`, {
          lists: screening.lists.join(', '),
        })}
      </Typography>
      <Records
        label={translate('kontor.screening.short')}
        // One person may have several roles, with an id for each.
        rows={screening.parties.map((party) => ({
          ...party,
          id: `${party.kind} ${party.id}`,
          partyId: party.id,
        }))}
        columns={columns}
      />
    </>
  )
}

type Row = ScreenedPartyResponse & { partyId: string }

function useColumns(screening: OrganizationScreeningResponse, organizationId: string): Column<Row>[] {
  const translate = useTranslate()
  const label = (name: string) => translate(`kontor.screening.party_columns.${name}`)
  return [
    {
      key: 'name',
      label: label('name'),
      render: ({ name, kind, is_removed }) => (
        <>
          <b>{name}</b>
          <Typography variant="body2" color="textSecondary">
            {translate(`kontor.subject_kind.${kind}`)}
            {is_removed && ` · ${translate('kontor.screening.removed_party')}`}
          </Typography>
        </>
      ),
    },
    {
      key: 'state',
      label: label('state'),
      render: ({ state, dismissed_hits }) => (
        <PartyChip party={shownParty(state, screening.is_stale, dismissed_hits)} />
      ),
    },
    {
      key: 'screened',
      label: label('screened'),
      render: ({ screened_at }) => screened_at && <Ago at={screened_at} />,
    },
    {
      key: 'hits',
      label: label('hits'),
      render: ({ kind, partyId, open_hits, blocking_hits, dismissed_hits }) =>
        open_hits + blocking_hits + dismissed_hits > 0 && (
          <PartyHits organizationId={organizationId} kind={kind} id={partyId} />
        ),
    },
  ]
}
