import { Stack } from '@mui/material'
import { ListBase, useTranslate } from 'react-admin'
import type { OrganizationResponse } from '../../contract/organizations.ts'
import { EmptyState } from '../shared/empty-state.tsx'
import { RecordTable } from '../shared/record-table.tsx'
import { requestPlace, useRequestColumns } from './request-columns.tsx'
import { NewButton } from './request-list.tsx'

export default function OrganizationRequests({ organization }: { organization: OrganizationResponse }) {
  const translate = useTranslate()
  const columns = useRequestColumns({ withOrganization: false })
  return (
    <ListBase
      resource="purchase-requests"
      filter={{ organization_id: organization.id }}
      perPage={25}
      storeKey={false}
      disableSyncWithLocation
    >
      <Stack direction="row" sx={{ justifyContent: 'flex-end', mb: 2 }}>
        <NewButton organizationId={organization.id} />
      </Stack>
      <RecordTable
        label={translate('kontor.requests.title')}
        columns={columns}
        linkTo={requestPlace}
        empty={
          <EmptyState
            title={translate('kontor.requests.empty_title')}
            help={translate('kontor.requests.empty_of_organization')}
          />
        }
      />
    </ListBase>
  )
}
