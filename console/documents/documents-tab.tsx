import { Box, Card, LinearProgress, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import {
  type DocumentKind,
  type DocumentResponse,
  documentKinds,
  requiredKinds,
} from '../../contract/documents.ts'
import { listDocuments } from '../../contract/operations/documents.ts'
import type { OrganizationResponse } from '../../contract/organizations.ts'
import { call } from '../api/client.ts'
import { QueryState } from '../shared/query-state.tsx'
import { DocumentDialog } from './document-dialog.tsx'
import { DocumentSlot } from './document-slot.tsx'
import { UploadDialog } from './upload-dialog.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

type Open =
  | { kind: DocumentKind; dialog: 'view' | 'versions' }
  | { kind: DocumentKind; dialog: 'upload'; file: File }

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
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const required = requiredKinds(organization.type)
  const inSlot = (kind: DocumentKind) => documents.find((document) => document.kind === kind)
  const kinds = [...required, ...documentKinds.filter((kind) => !required.includes(kind))]
  const shown = open && inSlot(open.kind)
  return (
    <>
      <Progress
        approved={required.filter((kind) => inSlot(kind)?.status === 'approved').length}
        required={required.length}
      />
      <Typography color="textSecondary" variant="body2" sx={{ mb: 1.5 }}>
        {translate('kontor.documents.help')}
      </Typography>
      <Card>
        <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {kinds.map((kind) => (
            <DocumentSlot
              key={kind}
              kind={kind}
              isRequired={required.includes(kind)}
              document={inSlot(kind)}
              onFile={(file) => setOpen({ kind, dialog: 'upload', file })}
              onView={() => setOpen({ kind, dialog: 'view' })}
              onVersions={() => setOpen({ kind, dialog: 'versions' })}
            />
          ))}
        </Stack>
      </Card>
      {open?.dialog === 'upload' && (
        <UploadDialog organizationId={organization.id} kind={open.kind} file={open.file} onClose={close} />
      )}
      {open?.dialog === 'view' && shown && <DocumentDialog document={shown} onClose={close} />}
      {open?.dialog === 'versions' && (
        <VersionsDialog organizationId={organization.id} kind={open.kind} onClose={close} />
      )}
    </>
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
