import { Alert, Box, Button, Stack, TextField, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Suspense, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { confirmOtp, disableOtp, enrolOtp } from '../../contract/operations/administrators/account.ts'
import { call } from '../api/client.ts'
import { withPasskeyProof } from '../api/passkeys.ts'
import { forgetAdministrator } from '../api/session.ts'
import { useErrorText } from '../shared/answers/error-text.ts'
import { useDirty, useDraft } from '../shared/forms/drafts.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'
import { Section } from '../shared/pages/section.tsx'
import { CopyButton } from '../shared/values/copy-button.tsx'
import { monospace } from '../shared/values/mono.tsx'
import { accountError } from './password-form.tsx'

const QrCode = lazyPage(() => import('../shared/values/qr-code.tsx'))

type Step =
  | { at: 'rest' }
  | { at: 'password' }
  | { at: 'scan'; uri: string; secret: string }
  | { at: 'codes'; codes: string[] }

/** Enables one-time codes (password, QR code, first code, recovery codes) or disables them. */
export function OneTimeCodes({ isOn }: { isOn: boolean }) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [step, setStep] = useState<Step>({ at: 'rest' })
  const [failure, setFailure] = useState<unknown>(null)
  const text = (name: string) => translate(`kontor.account.${name}`)

  async function run(
    event: FormEvent<HTMLFormElement>,
    work: (field: (name: string) => string) => Promise<void>,
  ) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    setFailure(null)
    try {
      await work((name) => String(data.get(name) ?? '').trim())
    } catch (error) {
      setFailure(error)
    }
  }
  function changed() {
    forgetAdministrator()
    void queryClient.invalidateQueries({ queryKey: ['me'] })
  }
  const enrol = (event: FormEvent<HTMLFormElement>) =>
    run(event, async (field) => {
      const body = { password: field('password') }
      const { uri, secret } = await withPasskeyProof(() => call(enrolOtp, { body }))
      setStep({ at: 'scan', uri, secret })
    })
  const confirm = (event: FormEvent<HTMLFormElement>) =>
    run(event, async (field) => {
      const body = { otp: field('otp') }
      const { recovery_codes } = await withPasskeyProof(() => call(confirmOtp, { body }))
      setStep({ at: 'codes', codes: recovery_codes })
      notify('kontor.account.otp_done', { type: 'success' })
    })
  const disable = (event: FormEvent<HTMLFormElement>) =>
    run(event, async (field) => {
      await call(disableOtp, { body: { password: field('password'), otp: field('otp') } })
      setStep({ at: 'rest' })
      notify('kontor.account.otp_ended', { type: 'success' })
      changed()
    })

  const problem = failure !== null && (
    <Alert severity="error">{accountError(failure, translate) ?? errorText(failure)}</Alert>
  )
  const cancel = <Button onClick={() => setStep({ at: 'rest' })}>{translate('kontor.action.cancel')}</Button>
  const password = (
    <TextField
      name="password"
      type="password"
      required
      autoFocus
      autoComplete="current-password"
      label={text('current_password')}
    />
  )
  const code = (
    <TextField
      name="otp"
      required
      autoComplete="one-time-code"
      label={text('otp_code')}
      slotProps={{ htmlInput: { inputMode: 'numeric' } }}
    />
  )

  return (
    <Section title={text('otp')}>
      {step.at === 'rest' && (
        <Stack sx={{ gap: 1.5, alignItems: 'flex-start' }}>
          <Typography color="textSecondary">{text(isOn ? 'otp_on' : 'otp_off')}</Typography>
          <Button
            variant="outlined"
            color={isOn ? 'error' : 'primary'}
            onClick={() => setStep({ at: 'password' })}
          >
            {text(isOn ? 'otp_stop' : 'otp_begin')}
          </Button>
        </Stack>
      )}
      {step.at === 'password' && (
        <Stack component="form" onSubmit={isOn ? disable : enrol} sx={{ gap: 2 }}>
          {password}
          {isOn && code}
          {problem}
          <Stack direction="row" sx={{ gap: 1 }}>
            <Button type="submit" variant="contained" color={isOn ? 'error' : 'primary'}>
              {text(isOn ? 'otp_stop' : 'otp_begin')}
            </Button>
            {cancel}
          </Stack>
        </Stack>
      )}
      {step.at === 'scan' && (
        <Stack component="form" onSubmit={confirm} sx={{ gap: 2 }}>
          <Typography>{text('otp_scan')}</Typography>
          <Suspense>
            <Box>
              <QrCode text={step.uri} label={text('otp_scan')} />
            </Box>
          </Suspense>
          <Typography variant="body2">
            {text('otp_type')} <code translate="no">{step.secret}</code>{' '}
            <CopyButton text={step.secret} what={text('otp_type')} />
          </Typography>
          {code}
          {problem}
          <Stack direction="row" sx={{ gap: 1 }}>
            <Button type="submit" variant="contained">
              {text('otp_confirm')}
            </Button>
            {cancel}
          </Stack>
        </Stack>
      )}
      {step.at === 'codes' && (
        <RecoveryCodes
          codes={step.codes}
          onClose={() => {
            setStep({ at: 'rest' })
            changed()
          }}
        />
      )}
    </Section>
  )
}

function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const translate = useTranslate()
  // They are shown only once.
  useDirty(useDraft(), true)
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography sx={{ fontWeight: 600 }}>{translate('kontor.account.recovery')}</Typography>
      <Alert severity="warning">{translate('kontor.account.recovery_help')}</Alert>
      <Box
        component="ul"
        translate="no"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: 1,
          gridTemplateColumns: '1fr 1fr',
          fontFamily: monospace,
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
        <Button variant="contained" onClick={onClose}>
          {translate('kontor.action.understood')}
        </Button>
        <CopyButton text={codes.join('\n')} what={translate('kontor.account.recovery')} />
      </Stack>
    </Stack>
  )
}
