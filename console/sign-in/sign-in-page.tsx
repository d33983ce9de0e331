import { Alert, Button, Stack, TextField } from '@mui/material'
import { type FormEvent, use, useEffect, useState } from 'react'
import { useLogin, useTranslate } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'
import { KontorError } from '../../client/src/errors.ts'
import type { AdminLoginRequest } from '../../contract/administrators/auth.ts'
import { canUsePasskeys } from '../api/passkeys.ts'
import { accessToken, endOfSession, onSession } from '../api/session.ts'
import { placeToReturn } from '../shared/access/place-to-return.ts'
import { errorText } from '../shared/answers/error-text.ts'
import { FeaturesContext } from '../shared/pages/features-context.ts'
import { useCountdown } from '../shared/time/use-countdown.ts'
import { loadPageAhead } from '../views/ahead.ts'
import { ProviderButton } from './provider-button.tsx'
import { SignedOutPage } from './signed-out-page.tsx'

export function SignInPage() {
  const translate = useTranslate()
  useSignInElsewhere()
  return (
    <SignedOutPage title={translate('kontor.sign_in.title')}>
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
      <ProviderButton />
      <SignInForm />
    </SignedOutPage>
  )
}

function SignInForm() {
  const translate = useTranslate()
  const login = useLogin()
  const { state } = useLocation()
  const features = use(FeaturesContext)
  const [asksForCode, setAsksForCode] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [seconds, waitFor] = useCountdown()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const otp = String(form.get('otp') ?? '').trim()
    const credentials = {
      email: String(form.get('email')),
      password: String(form.get('password')),
      ...(otp && { otp }),
    }
    void enter(credentials)
  }

  async function enter(how: AdminLoginRequest | 'passkey') {
    setBusy(true)
    setFailure(null)
    try {
      await login(how, placeToReturn(state))
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
  const isFirstStepDone =
    failure instanceof KontorError && ['otp_required', 'passkey_required'].includes(failure.code)
  const asksForPasskey = failure instanceof KontorError && failure.code === 'passkey_required'
  return (
    <Stack
      component="form"
      onSubmit={submit}
      // Who types here will see a page soon.
      onInput={() => loadPageAhead(features, placeToReturn(state))}
      sx={{ gap: 2 }}
      noValidate={false}
    >
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
        <Alert severity={isFirstStepDone && seconds === 0 ? 'info' : 'error'} role="alert">
          {message}
        </Alert>
      )}
      <Button type="submit" variant="contained" size="large" disabled={busy || seconds > 0}>
        {translate('kontor.sign_in.submit')}
      </Button>
      {canUsePasskeys() && (
        <Button
          variant={asksForPasskey ? 'contained' : 'outlined'}
          size="large"
          disabled={busy}
          onClick={() => enter('passkey')}
        >
          {translate('kontor.passkeys.sign_in')}
        </Button>
      )}
    </Stack>
  )
}

function signInError(failure: unknown, translate: (key: string) => string): string | undefined {
  // Once the time to wait is over there is nothing left to say.
  if (failure === null || isThrottled(failure)) return undefined
  if (failure instanceof KontorError && failure.code === 'passkey_required')
    return translate('kontor.passkeys.required')
  if (failure instanceof KontorError && failure.code === 'passkey_invalid') return errorText(failure)
  if (asksForOneTimeCode(failure)) return translate(`kontor.sign_in.${failure.code}`)
  const isWrong = failure instanceof KontorError && (failure.status === 401 || failure.status === 422)
  if (!isWrong) return errorText(failure)
  const restored = failure.context.restored === true ? ` ${translate('kontor.sign_in.restored')}` : ''
  return translate('kontor.sign_in.wrong') + restored
}

function isThrottled(failure: unknown): failure is KontorError {
  return failure instanceof KontorError && failure.status === 429
}

function asksForOneTimeCode(failure: unknown): failure is KontorError {
  return failure instanceof KontorError && (failure.code === 'otp_required' || failure.code === 'otp_invalid')
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
