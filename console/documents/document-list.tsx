import { Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { documentKinds, documentStatuses } from '../../contract/documents.ts'
import type { ListedDocument } from '../../contract/lists/documents.ts'
import { documentList } from '../../contract/lists/documents.ts'
import { CursorList } from '../shared/cursor-list.tsx'
import { EmptyState } from '../shared/empty-state.tsx'
import { ExportMenu } from '../shared/export-menu.tsx'
import { DaysBetween, FilterGrid, SelectFilter } from '../shared/list-filters.tsx'
import { OrganizationField } from '../shared/organization-field.tsx'
import { Page } from '../shared/page.tsx'
import { type Column, RecordTable } from '../shared/record-table.tsx'
import { StatusChip } from '../shared/status-chip.tsx'
import { Ago, Time, useFormatDate } from '../shared/time.tsx'
import { filterSetter, type ListState, useListState } from '../views/use-list-state.ts'
import { ViewsMenu } from '../views/views-menu.tsx'
import { documentPlace } from './document-place.ts'

/** The current documents of all organizations, the newest upload first. */
export default function DocumentList() {
  const translate = useTranslate()
  const [state, setState] = useListState()
  return (
    <Page title={translate('kontor.documents.title')}>
      <Stack direction="row" sx={{ gap: 1, mb: 2, flexWrap: 'wrap' }}>
        <ViewsMenu list="documents" state={state} onOpen={setState} />
        <ExportMenu operation={documentList.file} query={state.filters} />
      </Stack>
      <Filters state={state} onChange={setState} />
      <CursorList resource="documents" filter={state.filters} onFilter={() => setState({ filters: {} })}>
        <RecordTable
          label={translate('kontor.documents.title')}
          columns={useColumns()}
          linkTo={documentPlace}
          empty={
            <EmptyState
              title={translate('kontor.documents.empty_title')}
              help={translate('kontor.documents.empty_help')}
            />
          }
        />
      </CursorList>
    </Page>
  )
}

function Filters({ state, onChange }: { state: ListState; onChange: (next: Partial<ListState>) => void }) {
  const translate = useTranslate()
  const { filters } = state
  const set = filterSetter(state, onChange)
  return (
    <FilterGrid>
      <SelectFilter
        label={translate('kontor.documents.filter_status')}
        value={filters.status}
        choices={documentStatuses.map((id) => ({ id, name: translate(`kontor.document_status.${id}`) }))}
        onChange={(status) => set({ status })}
      />
      <SelectFilter
        label={translate('kontor.documents.filter_kind')}
        value={filters.kind}
        choices={documentKinds.map((id) => ({ id, name: translate(`kontor.document_kind.${id}`) }))}
        onChange={(kind) => set({ kind })}
      />
      <OrganizationField
        label={translate('kontor.documents.filter_organization')}
        value={filters.organization_id ?? null}
        onChange={(id) => set({ organization_id: id ?? undefined })}
      />
      <DaysBetween of="uploaded" from={filters.from} to={filters.to} onChange={set} />
    </FilterGrid>
  )
}

function useColumns(): Column<ListedDocument>[] {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  const label = (name: string) => translate(`kontor.documents.columns.${name}`)
  return [
    {
      key: 'document',
      label: label('document'),
      render: ({ kind, organization_name }) => (
        <Stack component="span" sx={{ display: 'inline-flex', overflowWrap: 'anywhere' }}>
          <span>{translate(`kontor.document_kind.${kind}`)}</span>
          <Second>{organization_name}</Second>
        </Stack>
      ),
    },
    {
      key: 'file',
      label: label('file'),
      render: ({ file_name, version }) => (
        <Stack component="span" sx={{ display: 'inline-flex', overflowWrap: 'anywhere' }}>
          <span>{file_name}</span>
          <Second>{translate('kontor.documents.version', { version })}</Second>
        </Stack>
      ),
    },
    {
      key: 'status',
      label: label('status'),
      render: ({ status, waiting_since }) => (
        <Stack component="span" sx={{ display: 'inline-flex', gap: 0.25 }}>
          <span>
            <StatusChip kind="document_status" status={status} />
          </span>
          {waiting_since !== null && (
            <Second>
              {translate('kontor.documents.waiting_since')} <Ago at={waiting_since} />
            </Second>
          )}
        </Stack>
      ),
    },
    {
      key: 'uploaded',
      label: label('uploaded'),
      render: ({ uploaded_at, uploaded_by_name }) => (
        <Stack component="span" sx={{ display: 'inline-flex' }}>
          <Time at={uploaded_at} />
          <Second>{uploaded_by_name}</Second>
        </Stack>
      ),
    },
    {
      key: 'expires_on',
      label: label('expires_on'),
      render: ({ expires_on }) => (expires_on === null ? '' : formatDate(expires_on)),
    },
  ]
}

function Second({ children }: { children: ReactNode }) {
  return (
    <Typography component="span" variant="body2" color="textSecondary">
      {children}
    </Typography>
  )
}
