import { Stack, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { DocumentResponse } from '../../contract/organizations/documents.ts'
import { Time, useFormatDate } from '../shared/time/time.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'

/** What is known of a document, beside its file. */
export function DocumentFacts({ document }: { document: DocumentResponse }) {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  const facts = [
    ['number', document.number],
    ['issued_on', document.issued_on && formatDate(document.issued_on)],
    ['expires_on', document.expires_on && formatDate(document.expires_on)],
    ['comment', document.comment],
  ].filter(([, value]) => value)
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
        <StatusChip kind="document_status" status={document.status} />
        <Typography variant="body2" color="textSecondary">
          {translate('kontor.documents.version', { version: document.version })} ·{' '}
          <Time at={document.uploaded_at} />
        </Typography>
      </Stack>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{document.file.name}</Typography>
      {facts.map(([name, value]) => (
        <Typography key={name} variant="body2">
          <Typography component="span" variant="body2" color="textSecondary">
            {translate(`kontor.documents.${name}`)}:
          </Typography>{' '}
          {value}
        </Typography>
      ))}
    </Stack>
  )
}
