import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  Typography,
} from '@mui/material'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { CopyButton } from '../values/copy-button.tsx'
import { monospace } from '../values/mono.tsx'
import { useDirty, useDraft } from './drafts.ts'

/** Shows a secret that is returned only once. The dialog closes only when the user confirms that it was saved. */
export function ShownOnce({
  title,
  help,
  secret,
  onClose,
}: {
  title: string
  help: string
  secret: string
  onClose: () => void
}) {
  const translate = useTranslate()
  const titleId = useId()
  // A reload would lose it.
  useDirty(useDraft(), true)
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <Alert severity="warning" sx={{ mb: 2 }}>
          {help}
        </Alert>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
          <Typography
            component="code"
            translate="no"
            sx={{ fontFamily: monospace, overflowWrap: 'anywhere' }}
          >
            {secret}
          </Typography>
          <CopyButton text={secret} what={title} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {translate('kontor.action.understood')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
