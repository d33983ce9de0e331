import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { monospace } from '../values/mono.tsx'

/** The keys of a page, and what each of them does. */
export function KeysDialog({
  keys,
  onClose,
}: {
  keys: readonly { pressed: readonly string[]; text: string }[]
  onClose: () => void
}) {
  const translate = useTranslate()
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('kontor.statements.keys')}</DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 1, columnGap: 2 }}
        >
          {keys.map(({ pressed, text }) => (
            <Row key={text} pressed={pressed} text={text} />
          ))}
        </Box>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          {translate('kontor.statements.keys_layout')}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {translate('kontor.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Row({ pressed, text }: { pressed: readonly string[]; text: string }) {
  return (
    <>
      <Box component="dt" sx={{ whiteSpace: 'nowrap' }}>
        {pressed.map((key) => (
          <Box
            key={key}
            component="kbd"
            sx={{
              px: 0.75,
              mr: 0.5,
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              fontFamily: monospace,
            }}
          >
            {key}
          </Box>
        ))}
      </Box>
      <Box component="dd" sx={{ m: 0 }}>
        {text}
      </Box>
    </>
  )
}
