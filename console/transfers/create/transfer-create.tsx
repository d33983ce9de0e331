import { Alert, Button, Card, CardContent, Stack, Step, StepLabel, Stepper } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useNotify, useTranslate } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'
import { coins } from '../../../contract/money/assets.ts'
import { createTransfer } from '../../../contract/operations/wallets/transfers.ts'
import { isAlike, useAlikeAddresses } from '../../address-book/alike-addresses.tsx'
import { call } from '../../api/client.ts'
import { faultMessage } from '../../i18n/fault-text.ts'
import { QueryState } from '../../shared/answers/query-state.tsx'
import { Refusal } from '../../shared/answers/refusal.tsx'
import { useDirty, useDraft } from '../../shared/forms/drafts.ts'
import { Page } from '../../shared/pages/page.tsx'
import { useSigning } from '../signing/signing-query.ts'
import { prefill } from './prefill.ts'
import { bodyOf, type Field, faultsIn, fieldsOfSteps, missingIn, type Prepared } from './prepared.ts'
import { StepCheck } from './step-check.tsx'
import { StepFrom } from './step-from.tsx'
import type { Problems } from './step-props.ts'
import { StepTo } from './step-to.tsx'

const steps = ['from', 'to', 'check'] as const

export default function TransferCreate() {
  const translate = useTranslate()
  const { search } = useLocation()
  const query = useQuery({
    queryKey: ['new-transfer', search],
    queryFn: () => prefill(new URLSearchParams(search)),
    // What somebody has typed is not replaced.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Page title={translate('kontor.transfers.new')}>
      <QueryState query={query}>{(initial) => <Wizard key={search} initial={initial} />}</QueryState>
    </Page>
  )
}

/** Three steps: from where, to where and how much, and once more in plain words. */
function Wizard({ initial }: { initial: Prepared }) {
  const translate = useTranslate()
  const locale = useLocale()
  const notify = useNotify()
  const navigate = useNavigate()
  const [prepared, setPrepared] = useState(initial)
  const [at, setAt] = useState(0)
  const [isShown, setShown] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const alike = useAlikeAddresses()
  const draft = useDraft()
  useDirty(draft, prepared !== initial)
  const text = (name: string) => translate(`kontor.transfers.${name}`)
  const problems = useProblems(prepared, fieldsOfSteps[at] ?? [])
  const isReady = Object.keys(problems).length === 0
  const body = bodyOf(prepared, locale)

  function go(step: number) {
    setFailure(null)
    alike.forget()
    setShown(step > at && !isReady)
    if (step < at || isReady) setAt(step)
  }

  async function create() {
    if (!body) return
    setBusy(true)
    setFailure(null)
    try {
      const { id } = await call(createTransfer, { body: { ...body, ...alike.flag } })
      draft.mark(false)
      notify('kontor.transfers.created', { type: 'success' })
      navigate(`/transfers/${id}/show`)
    } catch (error) {
      alike.refused(error)
      setFailure(isAlike(error) ? null : error)
      setBusy(false)
    }
  }

  const props = { prepared, wrong: isShown ? problems : {}, onChange: setPrepared }
  return (
    <Card>
      <CardContent>
        <Stepper activeStep={at} sx={{ mb: 3 }}>
          {steps.map((step) => (
            <Step key={step}>
              <StepLabel>{text(`step.${step}`)}</StepLabel>
            </Step>
          ))}
        </Stepper>
        <SwitchedOff />
        <Stack sx={{ gap: 2 }}>
          {at === 0 && <StepFrom {...props} />}
          {at === 1 && <StepTo {...props} />}
          {at === 2 && body && <StepCheck body={body} delivery={prepared.delivery} />}
        </Stack>
        {alike.notice}
        {failure !== null && <Refusal error={failure} sx={{ mt: 2 }} />}
        <Stack direction="row" sx={{ mt: 3, gap: 1 }}>
          {at > 0 && <Button onClick={() => go(at - 1)}>{text('back')}</Button>}
          {at < 2 ? (
            <Button variant="contained" onClick={() => go(at + 1)}>
              {text('next')}
            </Button>
          ) : (
            <Button variant="contained" disabled={busy} onClick={create}>
              {text('create')}
            </Button>
          )}
        </Stack>
      </CardContent>
    </Card>
  )
}

/** What is missing or refused in these fields, in words. */
function useProblems(prepared: Prepared, fields: readonly Field[]): Problems {
  const translate = useTranslate()
  const locale = useLocale()
  const units = { amount: prepared.asset, fee: prepared.network && coins[prepared.network] }
  const missing = missingIn(prepared, locale).map((field) => {
    const asset = field === 'amount' || field === 'fee' ? units[field] : null
    const text = asset
      ? translate('kontor.transfers.wrong_amount', { asset })
      : translate('kontor.faults.missing')
    return [field, text] as const
  })
  const refused = faultsIn(prepared, locale).map(({ field, fault }) => [field, faultMessage(fault)] as const)
  return Object.fromEntries([...missing, ...refused].filter(([field]) => fields.includes(field)))
}

function SwitchedOff() {
  const translate = useTranslate()
  const { data } = useSigning()
  if (!data || data.is_enabled) return null
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {translate('kontor.transfers.off_title')}. {translate('kontor.transfers.off_help')}{' '}
      <code>KONTOR_TRANSFERS=on</code>
    </Alert>
  )
}
