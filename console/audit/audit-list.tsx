import { useTranslate } from 'react-admin'
import { exportAuditEvents } from '../../contract/operations/events/audit.ts'
import { ListPage } from '../views/list-page.tsx'
import { useAuditTable } from './audit-table.tsx'
import { BrokenNotice, Verification } from './verification.tsx'

export default function AuditList() {
  const translate = useTranslate()
  const { table, dialog } = useAuditTable()
  // Not a table to read, but the rows of the chain, which `kontor audit verify` can check.
  const chain = {
    operation: exportAuditEvents,
    name: 'audit-events.ndjson',
    label: translate('kontor.audit.export_chain'),
  }
  return (
    <>
      <ListPage
        {...table}
        notice={<BrokenNotice />}
        actions={<Verification />}
        filters={{
          ...table.filters,
          organization_id: { label: translate('kontor.audit.filter_organization') },
        }}
        files={[chain]}
      />
      {dialog}
    </>
  )
}
