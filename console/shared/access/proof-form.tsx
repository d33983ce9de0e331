import { Alert, Button, Stack, TextField, Typography } from '@mui/material'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import { KontorError } from '../../../client/src/errors.ts'
import { reauthenticate } from '../../../contract/operations/administrators/account.ts'
import { call } from '../../api/client.ts'
import { canUsePasskeys, proveWithPasskey } from '../../api/passkeys.ts'
import { currentAdministrator, keep } from '../../api/session.ts'
import { useErrorText } from '../answers/error-text.ts'
import { useCountdown } from '../time/use-countdown.ts'
import { ProviderProof } from './provider-proof.tsx'

interface Proof {
  password: string
  otp?: string
}

/** Asks for the password again, and for a one-time code if the account uses them; or for a passkey. */
export function ProofForm({
  help,
  prove = proveAgain,
  proveWithPasskey: usePasskey = proveWithPasskey,
  inSession = true,
  onProven,
  onCancel,
  cancelLabel,
}: {
  help?: string
  prove?: (proof: Proof) => Promise<void>
  proveWithPasskey?: () => Promise<void>
  /** Whether the session is there, and only the proof is too old. */
  inSession?: boolean
  onProven?: () => void
  onCancel: () => void
  cancelLabel?: string
}) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const [usesCodes, setUsesCodes] = useState(false)
  const [hasPasskeys, setHasPasskeys] = useState(false)
  const [isManaged, setManaged] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [seconds, waitFor] = useCountdown()
  useEffect(() => {
    currentAdministrator().then(
      ({ otp_enabled, passkeys, managed_by }) => {
        setUsesCodes(otp_enabled)
        setHasPasskeys(passkeys > 0)
        setManaged(managed_by !== null)
      },
      () => undefined,
    )
  }, [])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const otp = String(form.get('otp') ?? '').trim()
    void run(() => prove({ password: String(form.get('password')), ...(otp && { otp }) }))
  }

  async function run(proving: () => Promise<void>) {
    setBusy(true)
    setFailure(null)
    try {
      await proving()
      onProven?.()
    } catch (error) {
      if (error instanceof KontorError && error.retryAfter) waitFor(error.retryAfter)
      if (error instanceof KontorError && error.code.startsWith('otp_')) setUsesCodes(true)
      if (error instanceof KontorError && error.code === 'passkey_required') setHasPasskeys(true)
      setFailure(proofError(error) ?? errorText(error))
    } finally {
      setBusy(false)
    }
  }

  const message =
    seconds > 0
      ? translate('kontor.sign_in.wait', { seconds })
      : failure && translate(failure, { _: failure })
  if (isManaged) {
    return (
      <ProviderProof
        help={translate(inSession ? 'kontor.proof.provider_help' : 'kontor.proof.provider_expired')}
        reauthenticate={inSession}
        onCancel={onCancel}
        cancelLabel={cancelLabel ?? translate('kontor.action.cancel')}
      />
    )
  }
  return (
    <Stack component="form" onSubmit={submit} sx={{ gap: 2 }}>
      <Typography>{help ?? translate('kontor.proof.help')}</Typography>
      <TextField
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
        label={translate('kontor.sign_in.password')}
      />
      {usesCodes && (
        <TextField
          name="otp"
          autoComplete="one-time-code"
          required
          label={translate('kontor.sign_in.otp')}
          helperText={translate('kontor.sign_in.otp_help')}
        />
      )}
      {message && <Alert severity="error">{message}</Alert>}
      {hasPasskeys && canUsePasskeys() && (
        <Button variant="outlined" disabled={busy} onClick={() => run(usePasskey)}>
          {translate('kontor.passkeys.use')}
        </Button>
      )}
      <Stack direction="row" sx={{ gap: 1, justifyContent: 'flex-end' }}>
        <Button onClick={onCancel}>{cancelLabel ?? translate('kontor.action.cancel')}</Button>
        <Button type="submit" variant="contained" disabled={busy || seconds > 0}>
          {translate('kontor.proof.submit')}
        </Button>
      </Stack>
    </Stack>
  )
}

/** The new token replaces the current one. */
async function proveAgain(proof: Proof): Promise<void> {
  keep(await call(reauthenticate, { body: proof }))
}

function proofError(error: unknown): string | undefined {
  if (!(error instanceof KontorError) || error.status !== 401) return undefined
  if (error.code.startsWith('passkey_') || error.context.restored === true) return undefined
  return error.code.startsWith('otp_') ? `kontor.sign_in.${error.code}` : 'kontor.account.wrong_password'
}
