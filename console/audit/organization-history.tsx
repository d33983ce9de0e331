import { ListTab } from '../views/list-tab.tsx'
import { useAuditTable } from './audit-table.tsx'

/** The audit log of one organization. */
export default function OrganizationHistory({ organizationId }: { organizationId: string }) {
  const { table, dialog } = useAuditTable()
  return (
    <>
      <ListTab {...table} fixed={{ organization_id: organizationId }} />
      {dialog}
    </>
  )
}
