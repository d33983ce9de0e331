import DoneIcon from '@mui/icons-material/CheckCircleOutlined'
import FailedIcon from '@mui/icons-material/ErrorOutlineOutlined'
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  List,
  ListItem,
  ListItemIcon,
  ListItemText,
  Typography,
} from '@mui/material'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { type BulkOutcome, errorOf } from '../../api/bulk.ts'
import { useErrorText } from './error-text.ts'

export function isDone({ status }: BulkOutcome): boolean {
  return status === 200
}

/** What became of each row. What failed comes first: it is what somebody has to look at. */
export function BulkResults({
  outcomes,
  nameOf,
  onClose,
}: {
  outcomes: readonly BulkOutcome[]
  nameOf: (id: string) => string
  onClose: () => void
}) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const titleId = useId()
  const failed = outcomes.filter((outcome) => !isDone(outcome))
  const done = outcomes.filter(isDone)
  const title = translate(failed.length > 0 ? 'kontor.bulk.some_failed' : 'kontor.bulk.all_done', {
    done: done.length,
    failed: failed.length,
  })
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        {failed.length > 0 && <Typography color="textSecondary">{translate('kontor.bulk.kept')}</Typography>}
        <List dense aria-label={translate('kontor.bulk.results')} tabIndex={0}>
          {[...failed, ...done].map((outcome, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same row may have been sent twice
            <ListItem key={`${outcome.id} ${index}`} disableGutters alignItems="flex-start">
              <ListItemIcon sx={{ minWidth: 36 }}>
                {isDone(outcome) ? <DoneIcon color="success" /> : <FailedIcon color="error" />}
              </ListItemIcon>
              <ListItemText
                primary={nameOf(outcome.id)}
                secondary={isDone(outcome) ? translate('kontor.bulk.done') : errorText(errorOf(outcome))}
              />
            </ListItem>
          ))}
        </List>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {translate('kontor.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
