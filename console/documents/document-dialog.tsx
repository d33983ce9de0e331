import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { DocumentResponse } from '../../contract/organizations/documents.ts'
import { ofDocument } from '../comments/comment-subjects.ts'
import { CommentThread } from '../comments/comments.tsx'
import { usePermission } from '../shared/access/use-permission.ts'
import { useCloseDraft, useDraft } from '../shared/forms/drafts.ts'
import { DocumentFacts } from './document-facts.tsx'
import { Preview } from './preview.tsx'
import { ReviewForm } from './review-form.tsx'

/** A document with its fields and the review form. */
export function DocumentDialog({ document, onClose }: { document: DocumentResponse; onClose: () => void }) {
  const translate = useTranslate()
  const titleId = useId()
  const mayReview = usePermission('documents:review')
  // The decision applies to the version that was opened, even if it is replaced in the meantime.
  const [looked] = useState(document)
  const draft = useDraft()
  const commentDraft = useDraft()
  const close = useCloseDraft(draft, useCloseDraft(commentDraft, onClose))
  return (
    <Dialog open onClose={close} fullWidth maxWidth="lg" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate(`kontor.document_kind.${document.kind}`)}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', md: '2fr 1fr' } }}>
        <Preview document={looked} />
        <Box>
          <DocumentFacts document={looked} />
          {mayReview ? (
            <ReviewForm document={looked} draft={draft} onDone={onClose} />
          ) : (
            <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
              {translate('kontor.documents.reviewer_only')}
            </Typography>
          )}
          <Typography variant="subtitle1" component="h3" sx={{ mt: 3, mb: 1, fontWeight: 600 }}>
            {translate('kontor.comments.title')}
          </Typography>
          <CommentThread subject={ofDocument(document.organization_id, document.kind)} draft={commentDraft} />
        </Box>
      </DialogContent>
      <DialogActions>
        {looked.download_url && (
          <Button component="a" href={looked.download_url} download={looked.file.name}>
            {translate('kontor.documents.download')}
          </Button>
        )}
        <Button onClick={close}>{translate('kontor.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
