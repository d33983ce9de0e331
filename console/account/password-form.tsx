import { Alert, Button, Stack, TextField, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { KontorError } from '../../client/src/errors.ts'
import { changePassword } from '../../contract/operations/administrators/account.ts'
import { call } from '../api/client.ts'
import { withPasskeyProof } from '../api/passkeys.ts'
import { passwordBounds } from '../shared/access/password-bounds.ts'
import { useErrorText } from '../shared/answers/error-text.ts'
import { useDirty, useDraft } from '../shared/forms/drafts.ts'
import { Section } from '../shared/pages/section.tsx'

export function PasswordForm({ usesCodes }: { usesCodes: boolean }) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [isTyped, setTyped] = useState(false)
  useDirty(useDraft(), isTyped)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const otp = String(data.get('otp') ?? '').trim()
    setBusy(true)
    setFailure(null)
    try {
      const body = {
        current_password: String(data.get('current_password')),
        new_password: String(data.get('new_password')),
        ...(otp && { otp }),
      }
      await withPasskeyProof(() => call(changePassword, { body }))
      form.reset()
      setTyped(false)
      notify('kontor.account.password_changed', { type: 'success' })
      void queryClient.invalidateQueries({ queryKey: ['sessions'] })
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Section title={translate('kontor.account.password')}>
      <Stack component="form" onSubmit={submit} onInput={() => setTyped(true)} sx={{ gap: 2 }}>
        <Typography color="textSecondary" variant="body2">
          {translate('kontor.account.password_help')}
        </Typography>
        <TextField
          name="current_password"
          type="password"
          required
          autoComplete="current-password"
          label={translate('kontor.account.current_password')}
        />
        <TextField
          name="new_password"
          type="password"
          required
          autoComplete="new-password"
          label={translate('kontor.account.new_password')}
          helperText={translate('kontor.account.new_password_help')}
          slotProps={{ htmlInput: passwordBounds }}
        />
        {usesCodes && (
          <TextField
            name="otp"
            required
            autoComplete="one-time-code"
            label={translate('kontor.sign_in.otp')}
          />
        )}
        {failure !== null && (
          <Alert severity="error">{accountError(failure, translate) ?? errorText(failure)}</Alert>
        )}
        <Button type="submit" variant="outlined" disabled={busy} sx={{ alignSelf: 'flex-start' }}>
          {translate('kontor.account.change_password')}
        </Button>
      </Stack>
    </Section>
  )
}

/** The meaning of a 401 when the password itself was checked. */
export function accountError(error: unknown, translate: (key: string) => string): string | undefined {
  if (!(error instanceof KontorError) || error.status !== 401) return undefined
  if (error.code.startsWith('passkey_')) return undefined
  return translate(
    error.code.startsWith('otp_') ? `kontor.sign_in.${error.code}` : 'kontor.account.wrong_password',
  )
}
