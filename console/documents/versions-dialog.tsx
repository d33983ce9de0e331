import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Link,
  Stack,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { listDocumentVersions } from '../../contract/operations/organizations/documents.ts'
import type { DocumentKind, DocumentVersionResponse } from '../../contract/organizations/documents.ts'
import { call } from '../api/client.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { useFormatSize } from '../shared/files/file-size.ts'
import { Time } from '../shared/time/time.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'

/** All versions of a document, newest first, with the decisions on each. */
export function VersionsDialog({
  organizationId,
  kind,
  onClose,
}: {
  organizationId: string
  kind: DocumentKind
  onClose: () => void
}) {
  const translate = useTranslate()
  const titleId = useId()
  const query = useQuery({
    queryKey: ['documents', organizationId, kind, 'versions'],
    queryFn: ({ signal }) =>
      call(listDocumentVersions, { params: { organization_id: organizationId, kind }, signal }),
  })
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {translate(`kontor.document_kind.${kind}`)}: {translate('kontor.documents.versions').toLowerCase()}
      </DialogTitle>
      <DialogContent>
        <QueryState query={query}>
          {(versions) =>
            versions.toReversed().map((version) => <Version key={version.version} version={version} />)
          }
        </QueryState>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('kontor.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function Version({ version }: { version: DocumentVersionResponse }) {
  const translate = useTranslate()
  const formatSize = useFormatSize()
  const { file, decisions, download_url } = version
  return (
    <Box sx={{ py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
      <Typography sx={{ fontWeight: 600 }}>
        {translate('kontor.documents.version', { version: version.version })}
      </Typography>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {download_url ? (
          <Link href={download_url} download={file.name}>
            {file.name}
          </Link>
        ) : (
          file.name
        )}{' '}
        · {formatSize(file.size)} · <Time at={version.uploaded_at} />
      </Typography>
      {decisions.map((decision) => (
        <Stack
          key={decision.decided_at}
          direction="row"
          sx={{ gap: 1, alignItems: 'center', mt: 0.5, flexWrap: 'wrap' }}
        >
          <StatusChip kind="document_status" status={decision.status} />
          <Typography variant="body2" color="textSecondary">
            <Time at={decision.decided_at} />
            {decision.reason_code && ` · ${translate(`kontor.rejection_reason.${decision.reason_code}`)}`}
            {decision.comment && ` · ${decision.comment}`}
          </Typography>
        </Stack>
      ))}
    </Box>
  )
}
