import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import type { Shown } from '../documents/pdf/shown.ts'

/** Asks before a document is approved whose file was not shown here as a whole. */
export function ApproveUnseenDialog({
  shown,
  onApprove,
  onClose,
}: {
  shown: Exclude<Shown, 'shown'>
  onApprove: () => void
  onClose: () => void
}) {
  const translate = useTranslate()
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('kontor.work.unseen_title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{translate(`kontor.work.unseen.${shown}`)}</DialogContentText>
        <DialogContentText sx={{ mt: 1 }}>{translate('kontor.work.unseen_help')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="success" onClick={onApprove}>
          {translate('kontor.work.unseen_approve')}
        </Button>
        <Button variant="contained" onClick={onClose} autoFocus>
          {translate('kontor.action.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
