import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { AuditEventResponse } from '../../contract/events/audit.ts'
import { auditEventList } from '../../contract/lists/audit-events.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { AboveRow, type Column } from '../shared/lists/record-table.tsx'
import { useActionText } from '../shared/names/action-text.ts'
import { useAdministratorNames } from '../shared/names/administrator-names.ts'
import { OrganizationName } from '../shared/names/organization-name.tsx'
import { Time } from '../shared/time/time.tsx'
import { Detail, Details } from '../shared/values/details.tsx'
import { Mono } from '../shared/values/mono.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'
import { AuditSentence } from './audit-sentence.tsx'
import { ChangedValues } from './changed-values.tsx'

type Row = AuditEventResponse & { id: string }

/** How the audit log is listed, and the dialog that shows all recorded fields of a row. */
export function useAuditTable() {
  const translate = useTranslate()
  const [opened, setOpened] = useState<Row | null>(null)
  const label = (name: string) => translate(`kontor.audit.columns.${name}`)
  const columns: Column<Row>[] = [
    {
      key: 'action',
      label: label('action'),
      kind: 'name',
      render: (row) => <AuditSentence row={row} />,
    },
    {
      key: 'at',
      label: label('at'),
      kind: 'time',
      priority: 1,
      render: (row) => <Time at={row.at} withSeconds />,
    },
    {
      key: 'outcome',
      label: label('outcome'),
      kind: 'status',
      priority: 2,
      render: (row) => <StatusChip kind="outcome" status={row.outcome} />,
    },
    {
      key: 'details',
      label: label('seq'),
      kind: 'count',
      priority: 3,
      align: 'right',
      render: (row) => (
        <AboveRow>
          <Button
            size="small"
            sx={{ minWidth: 0 }}
            onClick={() => setOpened(row)}
            aria-label={translate('kontor.audit.row', { seq: row.seq })}
          >
            {row.seq}
          </Button>
        </AboveRow>
      ),
    },
  ]
  const filter = (name: string) => translate(`kontor.audit.filter_${name}`)
  const table = {
    list: auditEventList,
    title: translate('kontor.audit.title'),
    filters: {
      actor_id: { label: filter('person'), choices: useAdministratorNames() },
      action: { label: filter('action'), texts: 'action_name' },
      outcome: { label: filter('outcome'), texts: 'outcome' },
    },
    days: 'recorded' as const,
    columns,
    empty: <EmptyState title={translate('kontor.audit.empty_title')} />,
  }
  return { table, dialog: opened && <RowDialog row={opened} onClose={() => setOpened(null)} /> }
}

function RowDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const translate = useTranslate()
  const actionText = useActionText()
  const text = (name: string) => translate(`kontor.audit.${name}`)
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="audit-row">
      <DialogTitle id="audit-row">
        {translate('kontor.audit.row', { seq: row.seq })}: {actionText(row)}
      </DialogTitle>
      <DialogContent>
        <Details>
          <Detail label={text('columns.action')}>{row.action}</Detail>
          <Detail label={text('columns.at')}>
            <Time at={row.at} withSeconds />
          </Detail>
          <Detail label={text('columns.actor')}>
            {row.actor.name} ({translate(`kontor.actor_kind.${row.actor.kind}`, { _: row.actor.kind })})
          </Detail>
          <Detail label={text('address')}>{row.address}</Detail>
          <Detail label={text('columns.object')}>
            {row.object && `${row.object.type} ${row.object.id}`}
          </Detail>
          <Detail label={text('columns.organization')}>
            {row.organization_id && <OrganizationName id={row.organization_id} />}
          </Detail>
          <Detail label={text('session')}>{row.session_id}</Detail>
          <Detail label={text('request')}>{row.request_id}</Detail>
          <Detail label={text('hash')} wide>
            <Mono>{row.hash}</Mono>
          </Detail>
          <Detail label={text('previous_hash')} wide>
            {row.previous_hash && <Mono>{row.previous_hash}</Mono>}
          </Detail>
        </Details>
        {row.values && <ChangedValues values={row.values} />}
        <Box
          component="pre"
          tabIndex={0}
          sx={{ overflowX: 'auto', p: 1.5, bgcolor: 'action.hover', borderRadius: 1, mt: 2 }}
        >
          {JSON.stringify(row.details, null, 2)}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('kontor.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
