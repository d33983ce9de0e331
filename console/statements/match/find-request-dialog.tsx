import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import type { StatementLineResponse } from '../../../contract/books/statements.ts'
import type { Candidate } from './candidates.ts'
import { RequestField } from './request-field.tsx'

/** Any other request for a line, by its number. It is then chosen, and still has to be confirmed. */
export function FindRequestDialog({
  line,
  onFound,
  onClose,
}: {
  line: StatementLineResponse
  onFound: (candidate: Candidate) => void
  onClose: () => void
}) {
  const translate = useTranslate()
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('kontor.statements.find_title')}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2, '&&': { pt: 1 } }}>
        <RequestField
          line={line}
          value={null}
          onChange={(candidate) => candidate && onFound(candidate)}
          autoFocus
        />
        <Typography variant="body2" color="textSecondary">
          {translate('kontor.statements.find_help')}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('kontor.action.cancel')}</Button>
      </DialogActions>
    </Dialog>
  )
}
