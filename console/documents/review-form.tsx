import { Button, MenuItem, Stack, TextField } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { madeVisible } from '../../contract/api/visible-text.ts'
import {
  type DocumentResponse,
  type RejectionReason,
  rejectionReasons,
} from '../../contract/organizations/documents.ts'
import { type Draft, useDirty } from '../shared/forms/drafts.ts'
import { ReviewRefusal } from './review-refusal.tsx'
import { useReview } from './use-review.ts'

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
  const review = useReview()
  const [reason, setReason] = useState<RejectionReason | ''>('')
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState(false)
  useDirty(draft, reason !== '' || comment.trim() !== '')
  const [failure, setFailure] = useState<unknown>(null)

  async function decide(decision: 'approved' | 'rejected') {
    setBusy(true)
    setFailure(null)
    try {
      await review(document, {
        decision,
        ...(decision === 'rejected' && reason && { reason_code: reason }),
        ...(comment.trim() && { comment: comment.trim() }),
      })
      onDone()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

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
        onChange={(event) => setComment(madeVisible(event.target.value))}
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
      {failure !== null && <ReviewRefusal error={failure} />}
    </Stack>
  )
}
