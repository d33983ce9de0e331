import { useTranslate } from 'react-admin'
import { purchaseRequestList } from '../../../contract/lists/purchase-requests.ts'
import type { OrganizationResponse } from '../../../contract/organizations/organizations.ts'
import { EmptyState } from '../../shared/lists/empty-state.tsx'
import { ListTab } from '../../views/list-tab.tsx'
import { requestPlace, useRequestColumns } from './request-columns.tsx'
import { NewButton } from './request-list.tsx'

export default function OrganizationRequests({ organization }: { organization: OrganizationResponse }) {
  const translate = useTranslate()
  return (
    <ListTab
      list={purchaseRequestList}
      title={translate('kontor.requests.title')}
      fixed={{ organization_id: organization.id }}
      tools={<NewButton organizationId={organization.id} />}
      filters={{
        status: { label: translate('kontor.requests.filter_status'), texts: 'request_status' },
      }}
      columns={useRequestColumns({ withOrganization: false })}
      linkTo={requestPlace}
      empty={
        <EmptyState
          title={translate('kontor.requests.empty_title')}
          help={translate('kontor.requests.empty_of_organization')}
        />
      }
    />
  )
}
