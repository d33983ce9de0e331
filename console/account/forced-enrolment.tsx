import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useLogout, useTranslate } from 'react-admin'
import { Passkeys } from '../passkeys/passkeys.tsx'
import { usePageTitle } from '../shared/pages/page.tsx'
import { OneTimeCodes } from './one-time-codes.tsx'

/** All that somebody sees whose role needs a second factor and who has none. */
export function ForcedEnrolment() {
  const translate = useTranslate()
  const logout = useLogout()
  const title = translate('kontor.passkeys.forced_title')
  usePageTitle(title)
  return (
    <Box
      component="main"
      sx={{ minHeight: '100vh', p: 2, bgcolor: 'background.default', color: 'text.primary' }}
    >
      <Stack sx={{ maxWidth: 640, mx: 'auto', gap: 2 }}>
        <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
          <Typography variant="h5" component="h1">
            {title}
          </Typography>
          <Button onClick={() => logout()}>{translate('kontor.passkeys.sign_out')}</Button>
        </Stack>
        <Alert severity="info">{translate('kontor.passkeys.forced_help')}</Alert>
        <div>
          <Passkeys />
          <OneTimeCodes isOn={false} />
        </div>
      </Stack>
    </Box>
  )
}
