import { Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import type { ListedDocument } from '../../contract/lists/documents.ts'
import { documentList } from '../../contract/lists/documents.ts'
import { EmptyState } from '../shared/empty-state.tsx'
import type { Column } from '../shared/record-table.tsx'
import { StatusChip } from '../shared/status-chip.tsx'
import { Ago, Time, useFormatDate } from '../shared/time.tsx'
import { ListPage } from '../views/list-page.tsx'
import { documentPlace } from './document-place.ts'

/** The current documents of all organizations, the newest upload first. */
export default function DocumentList() {
  const translate = useTranslate()
  return (
    <ListPage
      list={documentList}
      title={translate('kontor.documents.title')}
      filters={{
        status: { label: translate('kontor.documents.filter_status'), texts: 'document_status' },
        kind: { label: translate('kontor.documents.filter_kind'), texts: 'document_kind' },
        organization_id: { label: translate('kontor.documents.filter_organization') },
      }}
      days="uploaded"
      columns={useColumns()}
      linkTo={documentPlace}
      empty={
        <EmptyState
          title={translate('kontor.documents.empty_title')}
          help={translate('kontor.documents.empty_help')}
        />
      }
    />
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
