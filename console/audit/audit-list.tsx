import { Autocomplete, Box, MenuItem, TextField } from '@mui/material'
import { ListBase, useListContext, useTranslate } from 'react-admin'
import { auditActions, auditOutcomes } from '../../contract/audit.ts'
import { auditEventList } from '../../contract/lists/audit-events.ts'
import { exportAuditEvents } from '../../contract/operations/audit.ts'
import { useAdministratorNames } from '../shared/administrator-names.ts'
import { EmptyState } from '../shared/empty-state.tsx'
import { ExportMenu } from '../shared/export-menu.tsx'
import { OrganizationField } from '../shared/organization-field.tsx'
import { Page } from '../shared/page.tsx'
import { useListState } from '../views/use-list-state.ts'
import { ViewsMenu } from '../views/views-menu.tsx'
import { AuditTable } from './audit-table.tsx'
import { Verification } from './verification.tsx'

export default function AuditList() {
  const translate = useTranslate()
  const [state, setState] = useListState()
  return (
    <ListBase resource="audit-events" perPage={50} storeKey={false}>
      <Page
        title={translate('kontor.audit.title')}
        actions={
          <>
            <ViewsMenu list="audit-events" state={state} onOpen={setState} />
            <Export />
          </>
        }
      >
        <Verification />
        <Filters />
        <AuditTable empty={<EmptyState title={translate('kontor.audit.empty_title')} />} />
      </Page>
    </ListBase>
  )
}

function Filters() {
  const translate = useTranslate()
  const { filterValues, setFilters } = useListContext()
  const set = (name: string, value: string) =>
    setFilters({ ...filterValues, [name]: value || undefined }, undefined, false)
  /** The date picker uses local days, the service uses instants. */
  const day = (value: string, after: number) =>
    value ? new Date(new Date(`${value}T00:00`).getTime() + after).toISOString() : ''
  const picked = (instant: string | undefined, after: number) =>
    instant ? localDay(new Date(new Date(instant).getTime() - after)) : ''
  const dayMs = 86_400_000
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        mb: 2,
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          sm: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(3, minmax(0, 1fr))',
        },
      }}
    >
      <PersonFilter value={filterValues.actor_id} onChange={(id) => set('actor_id', id)} />
      <OrganizationField
        label={translate('kontor.audit.filter_organization')}
        value={filterValues.organization_id ?? null}
        onChange={(id) => set('organization_id', id ?? '')}
      />
      <Autocomplete
        options={auditActions}
        value={filterValues.action ?? null}
        onChange={(_event, action) => set('action', action ?? '')}
        getOptionLabel={(action) => translate(`kontor.action_name.${action}`, { _: action })}
        renderInput={(props) => (
          <TextField
            {...props}
            label={translate('kontor.audit.filter_action')}
            placeholder={translate('kontor.all')}
            slotProps={{ ...props.slotProps, inputLabel: { ...props.slotProps.inputLabel, shrink: true } }}
          />
        )}
      />
      <TextField
        select
        label={translate('kontor.audit.filter_outcome')}
        value={filterValues.outcome ?? ''}
        onChange={(event) => set('outcome', event.target.value)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{translate('kontor.all')}</MenuItem>
        {auditOutcomes.map((outcome) => (
          <MenuItem key={outcome} value={outcome}>
            {translate(`kontor.outcome.${outcome}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        type="date"
        label={translate('kontor.audit.filter_from')}
        value={picked(filterValues.from, 0)}
        onChange={(event) => set('from', day(event.target.value, 0))}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <TextField
        type="date"
        label={translate('kontor.audit.filter_to')}
        value={picked(filterValues.to, dayMs)}
        onChange={(event) => set('to', day(event.target.value, dayMs))}
        slotProps={{ inputLabel: { shrink: true } }}
      />
    </Box>
  )
}

function PersonFilter({ value, onChange }: { value: string | undefined; onChange: (id: string) => void }) {
  const translate = useTranslate()
  const names = useAdministratorNames()
  return (
    <Autocomplete
      options={names}
      value={names.find(({ id }) => id === value) ?? null}
      onChange={(_event, person) => onChange(person?.id ?? '')}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      renderInput={(props) => (
        <TextField
          {...props}
          label={translate('kontor.audit.filter_person')}
          placeholder={translate('kontor.all')}
          slotProps={{ ...props.slotProps, inputLabel: { ...props.slotProps.inputLabel, shrink: true } }}
        />
      )}
    />
  )
}

function localDay(date: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** A table to read, or the rows of the chain, which `kontor audit verify` can check. */
function Export() {
  const translate = useTranslate()
  const { filterValues } = useListContext()
  return (
    <ExportMenu
      operation={auditEventList.file}
      query={filterValues}
      more={[
        {
          operation: exportAuditEvents,
          name: 'audit-events.ndjson',
          label: translate('kontor.audit.export_chain'),
        },
      ]}
    />
  )
}
