import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId } from 'react'
import { useTranslate } from 'react-admin'

const keys = [
  ['↓', 'j', 'next'],
  ['↑', 'k', 'previous'],
  ['Enter', 'confirm'],
  ['1–9', 'choose'],
  ['s', 'split'],
  ['x', 'set_aside'],
  ['/', 'find'],
  ['u', 'reopen'],
  ['?', 'help'],
].map((row) => ({ pressed: row.slice(0, -1), name: row.at(-1) as string }))

/** The keys of the queue. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
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
          {keys.map(({ pressed, name }) => (
            <Row key={name} pressed={pressed} text={translate(`kontor.statement_key.${name}`)} />
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

function Row({ pressed, text }: { pressed: string[]; text: string }) {
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
              fontFamily: 'monospace',
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
