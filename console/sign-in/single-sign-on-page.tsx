import { Alert, Box, Button, CircularProgress, Paper, Stack, Typography } from '@mui/material'
import { useEffect } from 'react'
import { useTranslate } from 'react-admin'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { continueSession } from '../api/session.ts'
import { placeBeforeProvider } from '../shared/access/identity-provider.ts'
import { Brand } from '../shared/pages/mark.tsx'
import { usePageTitle } from '../shared/pages/page.tsx'

/** Where the identity provider sends the browser back to: goes on where the person was, or says why it failed. */
export default function SingleSignOnPage() {
  const translate = useTranslate()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const error = search.get('error')
  usePageTitle(translate('kontor.sign_in.title'))
  useEffect(() => {
    if (error !== null) return
    continueSession().then(
      () => navigate(placeBeforeProvider(), { replace: true }),
      () => navigate('/login', { replace: true }),
    )
  }, [error, navigate])
  return (
    <Box
      component="main"
      sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2, color: 'text.primary' }}
    >
      <Paper sx={{ p: 4, width: '100%', maxWidth: 400 }}>
        <Brand />
        <Typography variant="h5" component="h1" sx={{ mb: 3 }}>
          {translate('kontor.sign_in.title')}
        </Typography>
        {error === null ? (
          <Stack direction="row" role="status" sx={{ gap: 2, alignItems: 'center' }}>
            <CircularProgress size={20} aria-hidden />
            <Typography>{translate('kontor.sign_in.returning')}</Typography>
          </Stack>
        ) : (
          <Stack sx={{ gap: 2 }}>
            <Alert severity="error" role="alert">
              {providerError(error, translate)}
            </Alert>
            <Button variant="contained" onClick={() => navigate(placeBeforeProvider(), { replace: true })}>
              {translate('kontor.sign_in.go_back')}
            </Button>
          </Stack>
        )}
      </Paper>
    </Box>
  )
}

/** The text of a code in the address. Somebody may have typed another one. */
export function providerError(
  code: string,
  translate: (key: string, options?: Record<string, unknown>) => string,
): string {
  const known = /^[a-z_]{1,60}$/.test(code) ? code : 'oidc_response_invalid'
  return translate(`kontor.errors.${known}`, { _: translate('kontor.errors.oidc_response_invalid') })
}
