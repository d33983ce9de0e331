import { useTranslate } from 'react-admin'
import type { ListedDocument } from '../../contract/lists/documents.ts'
import { documentList } from '../../contract/lists/documents.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { type Column, Second } from '../shared/lists/record-table.tsx'
import { Ago, Time, useFormatDate } from '../shared/time/time.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'
import { ListPage } from '../views/list-page.tsx'
import { usePrefetchDocument } from './document-file.ts'

/** The current documents of all organizations, the newest upload first. */
export default function DocumentList() {
  const translate = useTranslate()
  return (
    <ListPage
      list={documentList}
      title={translate('kontor.documents.title')}
      filters={{
        q: { label: translate('kontor.list_search.documents') },
        status: { label: translate('kontor.documents.filter_status'), texts: 'document_status' },
        kind: { label: translate('kontor.documents.filter_kind'), texts: 'document_kind' },
        organization_id: { label: translate('kontor.documents.filter_organization') },
      }}
      days="uploaded"
      columns={useColumns()}
      linkTo={({ organization_id, kind }) => `/documents/${organization_id}/${kind}`}
      pane={{ isWide: true, prefetch: usePrefetchDocument() }}
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
      kind: 'name',
      render: ({ kind }) => translate(`kontor.document_kind.${kind}`),
    },
    {
      key: 'organization',
      label: translate('kontor.documents.filter_organization'),
      kind: 'name',
      priority: 1,
      render: ({ organization_name }) => organization_name,
    },
    {
      key: 'file',
      label: label('file'),
      priority: 5,
      render: ({ file_name, version }) => (
        <>
          {file_name}
          <Second>{translate('kontor.documents.version', { version })}</Second>
        </>
      ),
    },
    {
      key: 'status',
      label: label('status'),
      kind: 'status',
      priority: 2,
      render: ({ status }) => <StatusChip kind="document_status" status={status} />,
    },
    {
      key: 'waiting',
      label: translate('kontor.documents.waiting_since'),
      kind: 'ago',
      priority: 4,
      render: ({ waiting_since }) => waiting_since !== null && <Ago at={waiting_since} />,
    },
    {
      key: 'uploaded',
      label: label('uploaded'),
      kind: 'time',
      priority: 3,
      render: ({ uploaded_at }) => <Time at={uploaded_at} />,
    },
    {
      key: 'uploaded_by',
      label: translate('kontor.documents.uploaded_by'),
      isExtra: true,
      render: ({ uploaded_by_name }) => uploaded_by_name,
    },
    {
      key: 'expires_on',
      label: label('expires_on'),
      kind: 'day',
      priority: 6,
      render: ({ expires_on }) => (expires_on === null ? '' : formatDate(expires_on)),
    },
  ]
}
