import { Alert, Box, Checkbox, FormControlLabel, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DateInput, SelectInput, useNotify, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import type { CreatePaymentFileBody, RefundToPay } from '../../contract/books/payment-files.ts'
import { paymentFileList } from '../../contract/lists/payment-files.ts'
import { createPaymentFile, listRefundsToPay } from '../../contract/operations/books/payment-files.ts'
import { listDeskCompanies } from '../../contract/operations/purchase-requests/papers.ts'
import { call } from '../api/client.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { validateBody } from '../shared/forms/validate-body.ts'
import { useBusinessDay } from '../shared/time/business-day.ts'
import { useFormatAmount } from '../shared/values/money.ts'
import { useHead } from '../views/use-head.ts'

type Values = Record<string, unknown>

/** Own accounts in roubles with a bank in Russia; none while they are loading. */
export function usePayingAccounts(): { id: string; name: string }[] {
  const { data = [] } = useQuery({
    queryKey: ['desk-companies', 'that pay'],
    queryFn: async ({ signal }) => (await call(listDeskCompanies, { query: { limit: 200 }, signal })).items,
  })
  return data
    .filter(({ active }) => active)
    .flatMap(({ short_name, bank_accounts }) =>
      bank_accounts.flatMap(({ settlement_account, bik, currency }) =>
        settlement_account !== null && bik !== null && currency === 'RUB'
          ? [{ id: settlement_account, name: `${settlement_account}, ${short_name}` }]
          : [],
      ),
    )
}

/** Chooses who gets money back, and makes a file of orders for the bank client. */
export function MakeFileDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const accounts = usePayingAccounts()
  const today = useBusinessDay()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [offered, setOffered] = useState<readonly RefundToPay[]>([])
  const text = (name: string) => translate(`kontor.payment_files.${name}`)
  const label = useHead(paymentFileList)
  const chosen = offered.filter(({ refund_id, problem }) => problem === null && !left.has(refund_id))
  const toBody = ({ account, day }: Values) => ({
    account,
    day,
    refund_ids: chosen.map(({ refund_id }) => refund_id),
  })
  async function submit(values: Values) {
    const { id } = await call(createPaymentFile, { body: toBody(values) as CreatePaymentFileBody })
    notify('kontor.payment_files.made', { type: 'success' })
    void queryClient.invalidateQueries({ queryKey: ['payment-files'] })
    onClose()
    navigate(`/payment-files/${id}/show`)
  }
  if (accounts.length === 0) return null
  return (
    <FormDialog
      title={text('make_title')}
      submitLabel={text('make')}
      defaultValues={{ account: accounts[0]?.id, day: today }}
      validate={validateBody(createPaymentFile, toBody)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography color="textSecondary">{text('make_help')}</Typography>
      <SelectInput
        margin="none"
        source="account"
        label={label('account')}
        choices={accounts}
        translateChoice={false}
        helperText={false}
        required
      />
      <DateInput source="day" label={label('day')} helperText={false} required />
      <Refunds left={left} onLeft={setLeft} onOffered={setOffered} />
    </FormDialog>
  )
}

function Refunds({
  left,
  onLeft,
  onOffered,
}: {
  left: ReadonlySet<string>
  onLeft: (left: ReadonlySet<string>) => void
  onOffered: (refunds: readonly RefundToPay[]) => void
}) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const [account, day] = useWatch({ name: ['account', 'day'] }) as [string, string]
  const query = useQuery({
    queryKey: ['payment-files', 'refunds', account, day],
    queryFn: async ({ signal }) => {
      const { items } = await call(listRefundsToPay, { query: { account, day }, signal })
      onOffered(items)
      return items
    },
    enabled: Boolean(account && day),
    // What was paid meanwhile is not offered.
    gcTime: 0,
  })
  const toggle = (id: string) => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    onLeft(next)
  }
  return (
    <QueryState query={query}>
      {(refunds) =>
        refunds.length === 0 ? (
          <Alert severity="info">{translate('kontor.payment_files.nothing_to_pay')}</Alert>
        ) : (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {refunds.map(({ refund_id, title, organization_name, amount, account, problem }) => (
              <li key={refund_id}>
                <FormControlLabel
                  disabled={problem !== null}
                  control={
                    <Checkbox
                      checked={problem === null && !left.has(refund_id)}
                      onChange={() => toggle(refund_id)}
                    />
                  }
                  label={`${title}, ${organization_name ?? ''}: ${format(amount, 'RUB')}`}
                />
                <Typography variant="body2" color={problem ? 'error' : 'textSecondary'} sx={{ pl: 4 }}>
                  {problem ? translate(`kontor.faults.${problem}`) : account}
                </Typography>
              </li>
            ))}
          </Box>
        )
      }
    </QueryState>
  )
}
