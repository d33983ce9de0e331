import { Alert, Box, Button, MenuItem, Paper, Stack, TextField, Typography } from '@mui/material'
import { type FormEvent, useEffect, useState } from 'react'
import { useLocaleState, useLogin, useTranslate } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'
import { KontorError } from '../../client/src/errors.ts'
import { accessToken, endOfSession, onSession } from '../api/session.ts'
import { locales } from '../i18n/i18n-provider.ts'
import { errorText } from '../shared/error-text.ts'
import { usePageTitle } from '../shared/page.tsx'
import { placeToReturn } from '../shared/place-to-return.ts'
import { useCountdown } from '../shared/use-countdown.ts'

export function SignInPage() {
  const translate = useTranslate()
  usePageTitle(translate('kontor.sign_in.title'))
  useSignInElsewhere()
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100vh',
        display: 'grid',
        placeItems: 'center',
        p: 2,
        bgcolor: 'background.default',
        color: 'text.primary',
      }}
    >
      <Paper sx={{ p: 4, width: '100%', maxWidth: 400 }}>
        <Typography component="p" color="primary" sx={{ fontWeight: 700, mb: 0.5 }}>
          Kontor
        </Typography>
        <Typography variant="h5" component="h1" sx={{ mb: 3 }}>
          {translate('kontor.sign_in.title')}
        </Typography>
        {endOfSession() === 'expiry' && (
          <Alert severity="info" sx={{ mb: 2 }}>
            {translate('kontor.signed_out')}
          </Alert>
        )}
        {!window.isSecureContext && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            {translate('kontor.sign_in.plain_http')}
          </Alert>
        )}
        <SignInForm />
        <LanguageChoice />
      </Paper>
    </Box>
  )
}

function SignInForm() {
  const translate = useTranslate()
  const login = useLogin()
  const { state } = useLocation()
  const [asksForCode, setAsksForCode] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [seconds, waitFor] = useCountdown()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const otp = String(form.get('otp') ?? '').trim()
    const credentials = {
      email: String(form.get('email')),
      password: String(form.get('password')),
      ...(otp && { otp }),
    }
    setBusy(true)
    setFailure(null)
    try {
      await login(credentials, placeToReturn(state))
    } catch (failure) {
      if (asksForOneTimeCode(failure)) setAsksForCode(true)
      if (isThrottled(failure)) waitFor(failure.retryAfter ?? 0)
      setFailure(failure)
    } finally {
      setBusy(false)
    }
  }

  const message =
    seconds > 0 ? translate('kontor.sign_in.wait', { seconds }) : signInError(failure, translate)
  const isOnlyCodeMissing = failure instanceof KontorError && failure.code === 'otp_required'
  return (
    <Stack component="form" onSubmit={submit} sx={{ gap: 2 }} noValidate={false}>
      <TextField
        name="email"
        type="text"
        inputMode="email"
        autoComplete="username"
        required
        autoFocus
        fullWidth
        label={translate('kontor.sign_in.email')}
      />
      <TextField
        name="password"
        type="password"
        autoComplete="current-password"
        required
        fullWidth
        label={translate('kontor.sign_in.password')}
      />
      {asksForCode && (
        <TextField
          name="otp"
          autoComplete="one-time-code"
          required
          autoFocus
          fullWidth
          label={translate('kontor.sign_in.otp')}
          helperText={translate('kontor.sign_in.otp_help')}
        />
      )}
      {message && (
        <Alert severity={isOnlyCodeMissing && seconds === 0 ? 'info' : 'error'} role="alert">
          {message}
        </Alert>
      )}
      <Button type="submit" variant="contained" size="large" disabled={busy || seconds > 0}>
        {translate('kontor.sign_in.submit')}
      </Button>
    </Stack>
  )
}

function signInError(failure: unknown, translate: (key: string) => string): string | undefined {
  // Once the time to wait is over there is nothing left to say.
  if (failure === null || isThrottled(failure)) return undefined
  if (asksForOneTimeCode(failure)) return translate(`kontor.sign_in.${failure.code}`)
  const isWrong = failure instanceof KontorError && (failure.status === 401 || failure.status === 422)
  return isWrong ? translate('kontor.sign_in.wrong') : errorText(failure)
}

function isThrottled(failure: unknown): failure is KontorError {
  return failure instanceof KontorError && failure.status === 429
}

function asksForOneTimeCode(failure: unknown): failure is KontorError {
  return failure instanceof KontorError && (failure.code === 'otp_required' || failure.code === 'otp_invalid')
}

function LanguageChoice() {
  const [locale, setLocale] = useLocaleState()
  return (
    <TextField
      select
      size="small"
      variant="standard"
      value={locale}
      onChange={(event) => setLocale(event.target.value)}
      slotProps={{ htmlInput: { 'aria-label': 'Language · Язык' }, input: { disableUnderline: true } }}
      sx={{ mt: 2, '& .MuiSelect-select': { fontSize: 14, color: 'text.secondary' } }}
    >
      {locales.map((one) => (
        <MenuItem key={one.locale} value={one.locale} lang={one.locale}>
          {one.name}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** Leaves this page if a session already exists, from before a reload or from another tab. */
function useSignInElsewhere() {
  const navigate = useNavigate()
  const { state } = useLocation()
  useEffect(() => {
    const enter = async () => {
      if ((await accessToken().catch(() => null)) !== null) navigate(placeToReturn(state))
    }
    void enter()
    return onSession((change) => {
      if (change === 'began') void enter()
    })
  }, [navigate, state])
}
