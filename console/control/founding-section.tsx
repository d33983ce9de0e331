import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useGetIdentity, useNotify, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { FoundingResponse } from '../../contract/control/founding.ts'
import { confirmFounding, withdrawFounding } from '../../contract/operations/control/founding.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Refusal } from '../shared/answers/refusal.tsx'
import { Section } from '../shared/pages/section.tsx'
import { useFormatTime } from '../shared/time/time.tsx'
import { useFounding } from './founding-queries.ts'
import { useRuleSentence } from './policy/use-rule-sentence.ts'

/** Who declared themselves independent, for ever; before, who is asked to, or what to do instead. */
export function FoundingSection() {
  const translate = useTranslate()
  return (
    <Section title={translate('kontor.founding.title')}>
      <QueryState query={useFounding()}>{(founding) => <Founding founding={founding} />}</QueryState>
    </Section>
  )
}

function Founding({ founding }: { founding: FoundingResponse }) {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  const text = (name: string, values = {}) => translate(`kontor.founding.${name}`, values)
  if (founding.state === 'closed') return <Closed founding={founding} />
  if (founding.state === 'open') {
    return (
      <>
        <Typography sx={{ mb: 1 }}>{text('open_help')}</Typography>
        <Link to="/policy">{text('start')}</Link>
      </>
    )
  }
  if (founding.state === 'declared') {
    return (
      <>
        <Typography sx={{ mb: 1 }}>
          {text('declared', { time: founding.declared_at ? formatTime(founding.declared_at) : '–' })}
        </Typography>
        <Founders founding={founding} />
      </>
    )
  }
  return <Proposed founding={founding} />
}

/** The command for each name. */
function Closed({ founding: { dependent } }: { founding: FoundingResponse }) {
  const translate = useTranslate()
  if (dependent.length === 0)
    return <Alert severity="success">{translate('kontor.founding.nobody_dependent')}</Alert>
  return (
    <>
      <Alert severity="warning" sx={{ mb: 1 }}>
        {translate('kontor.founding.closed')}
      </Alert>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {dependent.map(({ id, name, counts_as, command }) => (
          <Box component="li" key={id} sx={{ overflowWrap: 'anywhere' }}>
            {translate('kontor.counting.counts_as', {
              name,
              others: counts_as.map((one) => one.name).join(', '),
            })}
            {command && (
              <Box component="code" translate="no" sx={{ display: 'block' }}>
                {command}
              </Box>
            )}
          </Box>
        ))}
      </Box>
    </>
  )
}

function Founders({ founding: { founders } }: { founding: FoundingResponse }) {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  const text = (name: string, values = {}) => translate(`kontor.founding.${name}`, values)
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {founders.map(({ id, name, email, role, confirmed_at, confirmed_with, obstacle, until }) => (
        <Box component="li" key={id} sx={{ overflowWrap: 'anywhere' }}>
          {name} ({email}), {translate(`kontor.roles.${role}`)}
          <Box sx={{ color: 'text.secondary', typography: 'body2' }}>
            {confirmed_at
              ? `${text('confirmed_at', { time: formatTime(confirmed_at) })} ${text(`with_${confirmed_with}`)}`
              : obstacle
                ? text(obstacle, { until: until ? formatTime(until) : '' })
                : text('waiting')}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

/** The names to read, and the decision. */
export function Proposed({ founding }: { founding: FoundingResponse }) {
  const translate = useTranslate()
  const notify = useNotify()
  const formatTime = useFormatTime()
  const sentence = useRuleSentence()
  const queryClient = useQueryClient()
  const { identity } = useGetIdentity()
  const mayWithdraw = usePermission('policy:change')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const text = (name: string, values = {}) => translate(`kontor.founding.${name}`, values)
  const me = founding.founders.find(({ id }) => id === identity?.id)

  async function act(send: () => Promise<unknown>, done: string) {
    setBusy(true)
    setFailure(null)
    try {
      await send()
      notify(`kontor.founding.${done}`, { type: 'success' })
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
      for (const key of ['founding', 'administrators', 'policy'])
        void queryClient.invalidateQueries({ queryKey: [key] })
    }
  }

  return (
    <Stack sx={{ gap: 1.5 }}>
      <Alert severity="info">
        {text('proposed_by', {
          name: founding.proposed_by?.name ?? '–',
          until: founding.expires_at ? formatTime(founding.expires_at) : '–',
        })}{' '}
        {me && !me.confirmed_at && text('read')}
      </Alert>
      <Founders founding={founding} />
      <Typography component="p" variant="subtitle2">
        {text('rules')}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {founding.rules.map((rule) => (
          <li key={JSON.stringify(rule)}>{sentence(rule)}</li>
        ))}
      </Box>
      <Stack direction="row" sx={{ gap: 1 }}>
        {founding.may_confirm && (
          <Button
            variant="contained"
            disabled={busy}
            onClick={() =>
              act(() => call(confirmFounding, { body: { founding_id: founding.id as string } }), 'done')
            }
          >
            {text('confirm')}
          </Button>
        )}
        {(me || mayWithdraw) && (
          <Button disabled={busy} onClick={() => act(() => call(withdrawFounding, {}), 'withdrawn')}>
            {text(mayWithdraw ? 'withdraw' : 'object')}
          </Button>
        )}
      </Stack>
      {failure !== null && <Refusal error={failure} />}
    </Stack>
  )
}
