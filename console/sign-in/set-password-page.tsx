import { Alert, AlertTitle, Box, Button, CircularProgress, Stack, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { KontorError } from '../../client/src/errors.ts'
import type { PasswordLinkResponse } from '../../contract/administrators/auth.ts'
import { wireOf } from '../../contract/api/wire.ts'
import { readLink, setPassword } from '../../contract/operations/administrators/auth.ts'
import { send } from '../api/session.ts'
import { passwordBounds } from '../shared/access/password-bounds.ts'
import { errorText } from '../shared/answers/error-text.ts'
import { useFormatTime } from '../shared/time/time.tsx'
import { SignedOutPage } from './signed-out-page.tsx'

/** Where a one-time link leads: the person sets their password, and then signs in as always. */
export function SetPasswordPage() {
  const translate = useTranslate()
  const { token, isHalf } = useTokenOfLink()
  const [isDone, setDone] = useState(false)
  const done = () => {
    linkOfTab = noLink
    setDone(true)
  }
  return (
    <SignedOutPage title={translate('kontor.set_password.title')}>
      {isDone ? (
        <Stack sx={{ gap: 2 }}>
          <Alert severity="success">{translate('kontor.set_password.done')}</Alert>
          <Button variant="contained" size="large" component={Link} to="/login">
            {translate('kontor.set_password.sign_in')}
          </Button>
        </Stack>
      ) : token ? (
        <ForWhom token={token}>
          <PasswordForm token={token} isHalf={isHalf} onDone={done} />
        </ForWhom>
      ) : (
        <Alert severity="error">{translate('kontor.set_password.no_token')}</Alert>
      )}
    </SignedOutPage>
  )
}

/** Says for whom the link is before anybody chooses a password, and that it was used or is over. */
function ForWhom({ token, children }: { token: string; children: ReactNode }) {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['password-link', token],
    queryFn: ({ signal }) =>
      send<PasswordLinkResponse>(wireOf(readLink), { body: { token }, token: null, signal }),
    retry: false,
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  if (data) {
    const text = `kontor.set_password.${data.is_invitation ? 'invited' : 'reset'}`
    return (
      <>
        <Alert severity="info" icon={false} sx={{ mb: 2 }}>
          <AlertTitle>{translate(text, { name: data.name })}</AlertTitle>
          {translate('kontor.set_password.for_whom', {
            email: data.email,
            until: formatTime(data.expires_at),
          })}
        </Alert>
        {children}
      </>
    )
  }
  if (error && !isFetching)
    return (
      <Alert
        severity="error"
        action={
          linkError(error, translate) === undefined && (
            <Button onClick={() => refetch()}>{translate('kontor.action.retry')}</Button>
          )
        }
      >
        {linkError(error, translate) ?? errorText(error, translate)}
      </Alert>
    )
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', p: 4 }}>
      <CircularProgress aria-label={translate('ra.page.loading')} />
    </Box>
  )
}

interface LinkOfTab {
  token: string | null
  isHalf: boolean
}

const noLink: LinkOfTab = { token: null, isHalf: false }

/** Not a state of the page: react-admin mounts the page again when it has learned that nobody is signed in. */
let linkOfTab = noLink

/** Takes the token out of the address, so that it stays neither on the screen nor in the history of the browser. */
function useTokenOfLink(): LinkOfTab {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [link, setLink] = useState(linkOfTab)
  useEffect(() => {
    const query = new URLSearchParams(search)
    const token = query.get('token')
    if (!token) return
    linkOfTab = { token, isHalf: query.has('half') }
    setLink(linkOfTab)
    navigate(pathname, { replace: true })
  }, [pathname, search, navigate])
  return link
}

function PasswordForm({
  token,
  isHalf,
  onDone,
}: {
  token: string
  /** The other half is a code that a colleague has. */
  isHalf: boolean
  onDone: () => void
}) {
  const translate = useTranslate()
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [asksHalf, setAsksHalf] = useState(isHalf)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const password = String(form.get('password'))
    if (password !== String(form.get('repeated'))) {
      setFailure(translate('kontor.set_password.different'))
      return
    }
    setBusy(true)
    setFailure(null)
    try {
      const half = String(form.get('half') ?? '').trim()
      const body = { token, password, ...(half && { second_half: half }) }
      await send(wireOf(setPassword), { body, token: null })
      onDone()
    } catch (error) {
      if (error instanceof KontorError && error.code === 'link_half_required') setAsksHalf(true)
      setFailure(linkError(error, translate) ?? errorText(error, translate))
    } finally {
      setBusy(false)
    }
  }

  const field = { type: 'password', required: true, fullWidth: true, autoComplete: 'new-password' } as const
  return (
    <Stack component="form" onSubmit={submit} onChange={() => setFailure(null)} sx={{ gap: 2 }}>
      <Typography color="textSecondary" variant="body2">
        {translate('kontor.set_password.help')}
      </Typography>
      {asksHalf && (
        <TextField
          name="half"
          required
          fullWidth
          autoFocus
          autoComplete="off"
          label={translate('kontor.set_password.half')}
          helperText={translate('kontor.set_password.half_help')}
        />
      )}
      <TextField
        {...field}
        name="password"
        autoFocus={!asksHalf}
        label={translate('kontor.account.new_password')}
        helperText={translate('kontor.account.new_password_help')}
        slotProps={{ htmlInput: passwordBounds }}
      />
      <TextField {...field} name="repeated" label={translate('kontor.set_password.repeated')} />
      {failure !== null && (
        <Alert severity="error" role="alert">
          {failure}
        </Alert>
      )}
      <Button type="submit" variant="contained" size="large" disabled={busy}>
        {translate('kontor.set_password.submit')}
      </Button>
    </Stack>
  )
}

/** What these codes mean for a link to set a password, and not for a download. */
function linkError(error: unknown, translate: (key: string, values?: object) => string): string | undefined {
  if (!(error instanceof KontorError) || !error.code.startsWith('link_')) return undefined
  const from = (error.context.from ?? []) as { name: string }[]
  return translate(`kontor.set_password.${error.code}`, { names: from.map(({ name }) => name).join(', ') })
}
