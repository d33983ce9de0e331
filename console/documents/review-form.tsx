import { Alert, Button, MenuItem, Stack, TextField } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { KontorError } from '../../client/src/errors.ts'
import { type DocumentResponse, type RejectionReason, rejectionReasons } from '../../contract/documents.ts'
import { reviewDocument } from '../../contract/operations/documents.ts'
import { call } from '../api/client.ts'
import { type Draft, useDirty } from '../shared/drafts.ts'
import { Refusal } from '../shared/refusal.tsx'

/** Approves a document, or rejects it with a reason. A decision can be changed; the history contains both. */
export function ReviewForm({
  document,
  draft,
  onDone,
}: {
  document: DocumentResponse
  draft: Draft
  onDone: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [reason, setReason] = useState<RejectionReason | ''>('')
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState(false)
  useDirty(draft, reason !== '' || comment.trim() !== '')
  const [failure, setFailure] = useState<unknown>(null)

  async function decide(decision: 'approved' | 'rejected') {
    setBusy(true)
    setFailure(null)
    try {
      await call(reviewDocument, {
        params: { organization_id: document.organization_id, kind: document.kind },
        body: {
          version: document.version,
          decision,
          ...(decision === 'rejected' && reason && { reason_code: reason }),
          ...(comment.trim() && { comment: comment.trim() }),
        },
      })
      notify(`kontor.documents.${decision}`, { type: 'success' })
      void queryClient.invalidateQueries({ queryKey: ['organizations'] })
      await queryClient.invalidateQueries({ queryKey: ['documents', document.organization_id] })
      onDone()
    } catch (error) {
      setFailure(error)
      void queryClient.invalidateQueries({ queryKey: ['documents', document.organization_id] })
    } finally {
      setBusy(false)
    }
  }

  const replaced = failure instanceof KontorError && failure.code === 'version_conflict'
  return (
    <Stack component="form" sx={{ gap: 1.5, mt: 2 }} onSubmit={(event) => event.preventDefault()}>
      {document.status !== 'approved' && (
        <Button variant="contained" color="success" disabled={busy} onClick={() => decide('approved')}>
          {translate('kontor.documents.approve')}
        </Button>
      )}
      <TextField
        select
        label={translate('kontor.documents.reason')}
        value={reason}
        onChange={(event) => setReason(event.target.value as RejectionReason)}
      >
        {rejectionReasons.map((one) => (
          <MenuItem key={one} value={one}>
            {translate(`kontor.rejection_reason.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label={translate('kontor.documents.comment')}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
        multiline
      />
      <Button
        variant="outlined"
        color="error"
        disabled={busy || reason === ''}
        onClick={() => decide('rejected')}
      >
        {translate('kontor.documents.reject')}
      </Button>
      {failure !== null &&
        (replaced ? (
          <Alert severity="error">{translate('kontor.documents.replaced')}</Alert>
        ) : (
          <Refusal error={failure} />
        ))}
    </Stack>
  )
}
