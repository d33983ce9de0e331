import { ListBase, useTranslate } from 'react-admin'
import { EmptyState } from '../shared/empty-state.tsx'
import { AuditTable } from './audit-table.tsx'

/** The audit log of one organization. */
export default function OrganizationHistory({ organizationId }: { organizationId: string }) {
  const translate = useTranslate()
  return (
    <ListBase
      resource="audit-events"
      filter={{ organization_id: organizationId }}
      perPage={25}
      storeKey={false}
      disableSyncWithLocation
    >
      <AuditTable empty={<EmptyState title={translate('kontor.audit.empty_title')} />} />
    </ListBase>
  )
}
