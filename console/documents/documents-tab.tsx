import { Box, Card, LinearProgress, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { listDocuments } from '../../contract/operations/organizations/documents.ts'
import {
  acceptedTypes,
  type DocumentKind,
  type DocumentResponse,
  documentKinds,
  requiredKinds,
} from '../../contract/organizations/documents.ts'
import type { OrganizationResponse } from '../../contract/organizations/organizations.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { ChooseFiles } from '../shared/files/choose-files.tsx'
import { useSelection } from '../shared/lists/selection.ts'
import { BatchUploadDialog } from './batch-upload-dialog.tsx'
import { BulkReview } from './bulk-review.tsx'
import { DocumentDialog } from './document-dialog.tsx'
import { openedKind } from './document-place.ts'
import { DocumentSlot } from './document-slot.tsx'
import { UploadDialog } from './upload-dialog.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

type Open =
  | { kind: DocumentKind; dialog: 'view' | 'versions' }
  | { kind: DocumentKind; dialog: 'upload'; file: File }
  | { kind: null; dialog: 'batch'; files: File[] }

/** The documents of an organization as a checklist. */
export default function DocumentsTab({ organization }: { organization: OrganizationResponse }) {
  const query = useQuery({
    queryKey: ['documents', organization.id],
    queryFn: ({ signal }) => call(listDocuments, { params: { organization_id: organization.id }, signal }),
  })
  return (
    <QueryState query={query}>
      {(documents) => <Checklist organization={organization} documents={documents} />}
    </QueryState>
  )
}

function Checklist({
  organization,
  documents,
}: {
  organization: OrganizationResponse
  documents: DocumentResponse[]
}) {
  const translate = useTranslate()
  const [search, setSearch] = useSearchParams()
  const [open, setOpen] = useState<Open | null>(() => {
    const kind = openedKind(search)
    return kind && { kind, dialog: 'view' }
  })
  function close() {
    setOpen(null)
    // A document that was closed is not opened again by a reload.
    if (search.has('open')) setSearch({}, { replace: true })
  }
  const required = requiredKinds(organization.type)
  const inSlot = (kind: DocumentKind) => documents.find((document) => document.kind === kind)
  const kinds = [...required, ...documentKinds.filter((kind) => !required.includes(kind))]
  const shown = open?.kind ? inSlot(open.kind) : undefined
  const mayUpload = usePermission('documents:write')
  const mayReview = usePermission('documents:review')
  const selection = useSelection<DocumentResponse>()
  // A new version is another document: what was chosen before is not what would be reviewed.
  const { keep } = selection
  useEffect(() => keep(new Set(documents.map(({ id }) => id))), [keep, documents])
  const choiceOf = (document: DocumentResponse | undefined) =>
    mayReview && document?.status === 'pending'
      ? {
          isChosen: selection.has(document),
          onChange: (isChosen: boolean) => selection.set([document], isChosen),
        }
      : undefined
  /** One file belongs to the line that it was dropped on. Of several, each is asked about, wherever they were dropped. */
  function take(files: File[], kind: DocumentKind | null) {
    const [file] = files
    if (file && kind && files.length === 1) setOpen({ kind, dialog: 'upload', file })
    else if (file) setOpen({ kind: null, dialog: 'batch', files })
  }
  return (
    <>
      <Progress
        approved={required.filter((kind) => inSlot(kind)?.status === 'approved').length}
        required={required.length}
      />
      <Stack
        direction="row"
        sx={{ mb: 1.5, gap: 1, alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap' }}
      >
        <Typography color="textSecondary" variant="body2" sx={{ flex: '1 1 240px' }}>
          {translate('kontor.documents.help')}
        </Typography>
        {mayUpload && <SeveralButton onFiles={(files) => take(files, null)} />}
      </Stack>
      <BulkReview selection={selection} />
      <Card>
        <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {kinds.map((kind) => (
            <DocumentSlot
              key={kind}
              kind={kind}
              isRequired={required.includes(kind)}
              document={inSlot(kind)}
              choice={choiceOf(inSlot(kind))}
              onFiles={(files) => take(files, kind)}
              onView={() => setOpen({ kind, dialog: 'view' })}
              onVersions={() => setOpen({ kind, dialog: 'versions' })}
            />
          ))}
        </Stack>
      </Card>
      {open?.dialog === 'upload' && (
        <UploadDialog organizationId={organization.id} kind={open.kind} file={open.file} onClose={close} />
      )}
      {open?.dialog === 'batch' && (
        <BatchUploadDialog
          organizationId={organization.id}
          files={open.files}
          kinds={kinds}
          onClose={close}
        />
      )}
      {open?.dialog === 'view' && shown && <DocumentDialog document={shown} onClose={close} />}
      {open?.dialog === 'versions' && (
        <VersionsDialog organizationId={organization.id} kind={open.kind} onClose={close} />
      )}
    </>
  )
}

function SeveralButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const translate = useTranslate()
  return (
    <ChooseFiles
      size="small"
      startIcon={null}
      kind="several"
      accept={acceptedTypes('other').join(',')}
      multiple
      onFiles={onFiles}
    >
      {translate('kontor.documents.several')}
    </ChooseFiles>
  )
}

function Progress({ approved, required }: { approved: number; required: number }) {
  const translate = useTranslate()
  const label = translate('kontor.documents.progress', { approved, required })
  return (
    <Box sx={{ mb: 2 }}>
      <Typography sx={{ mb: 0.5 }}>{label}</Typography>
      <LinearProgress
        variant="determinate"
        aria-label={label}
        color={approved === required ? 'success' : 'primary'}
        value={(approved / required) * 100}
        sx={{ height: 8, borderRadius: 4 }}
      />
    </Box>
  )
}
