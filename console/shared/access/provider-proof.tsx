import { Button, Stack, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { goToProvider } from './identity-provider.ts'

/** Proves at the identity provider who somebody is. The browser leaves this page and comes back to it. */
export function ProviderProof({
  help,
  reauthenticate,
  onCancel,
  cancelLabel,
}: {
  help: string
  reauthenticate: boolean
  onCancel: () => void
  cancelLabel: string
}) {
  const translate = useTranslate()
  const { pathname, search } = useLocation()
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography>{help}</Typography>
      <Stack direction="row" sx={{ gap: 1, justifyContent: 'flex-end' }}>
        <Button onClick={onCancel}>{cancelLabel}</Button>
        <Button
          variant="contained"
          onClick={() => goToProvider({ place: `${pathname}${search}`, reauthenticate })}
        >
          {translate('kontor.proof.at_provider')}
        </Button>
      </Stack>
    </Stack>
  )
}
