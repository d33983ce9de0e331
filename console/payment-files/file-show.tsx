import { Alert, Button, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TextInput, useNotify, useTranslate } from 'react-admin'
import { Link, useParams } from 'react-router-dom'
import type { Operation } from '../../contract/api/operation.ts'
import type {
  PaymentFileResponse,
  PaymentOrder,
  VoidPaymentFileBody,
} from '../../contract/books/payment-files.ts'
import { paymentFileList } from '../../contract/lists/payment-files.ts'
import {
  downloadPaymentFile,
  readPaymentFile,
  voidPaymentFile,
} from '../../contract/operations/books/payment-files.ts'
import { call, request } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { useErrorText } from '../shared/answers/error-text.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { saveFile } from '../shared/files/save-file.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../shared/forms/form-values.ts'
import { validateBody } from '../shared/forms/validate-body.ts'
import type { Column } from '../shared/lists/column.ts'
import { Records } from '../shared/lists/records.tsx'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { Ago, useFormatDate } from '../shared/time/time.tsx'
import { Detail, Details } from '../shared/values/details.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { Mono } from '../shared/values/mono.tsx'
import { useHead } from '../views/use-head.ts'

export default function FileShow() {
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: ['payment-files', 'getOne', id],
    queryFn: ({ signal }) => call(readPaymentFile, { params: { file_id: id }, signal }),
  })
  return <QueryState query={query}>{(file) => <PaymentFile file={file} />}</QueryState>
}

function PaymentFile({ file }: { file: PaymentFileResponse }) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const formatDate = useFormatDate()
  const format = useFormatAmount()
  const columns = useColumns()
  const mayVoid = usePermission('requests:approve')
  const mayDownload = usePermission('payments:write')
  const [isOpen, setOpen] = useState(false)
  const text = (name: string) => translate(`kontor.payment_files.${name}`)
  const label = useHead(paymentFileList)
  async function download() {
    try {
      const params = { file_id: file.id }
      const response = await request<Response>(downloadPaymentFile as unknown as Operation, { params })
      await saveFile(response, `1c_to_kl-${file.account}-${file.day}.txt`)
    } catch (error) {
      notify(errorText(error), { type: 'error' })
    }
  }
  const actions = !file.voided && (
    <>
      {mayVoid && (
        <Button color="error" onClick={() => setOpen(true)}>
          {text('void')}
        </Button>
      )}
      {mayDownload && (
        <Button variant="contained" onClick={() => void download()}>
          {text('download')}
        </Button>
      )}
    </>
  )
  return (
    <Page
      title={translate('kontor.payment_files.title_one', { day: formatDate(file.day) })}
      actions={actions}
    >
      {file.voided && (
        <Alert severity="warning">
          {translate('kontor.payment_files.voided', {
            who: file.voided.by.name,
            reason: file.voided.reason,
          })}
        </Alert>
      )}
      <Section title={format(file.amount, 'RUB')}>
        <Details>
          <Detail label={label('account')}>
            <Mono>{file.account}</Mono>
          </Detail>
          <Detail label={label('day')}>{formatDate(file.day)}</Detail>
          <Detail label={label('executed_count')}>
            {translate('kontor.payment_files.executed_of', {
              done: file.executed_count,
              all: file.orders_count,
            })}
          </Detail>
          <Detail label={label('made_by')}>{file.made_by.name}</Detail>
          <Detail label={label('made_at')}>
            <Ago at={file.made_at} />
          </Detail>
        </Details>
      </Section>
      <Section title={text('orders')}>
        <Records
          label={text('orders')}
          rows={(file.orders ?? []).map((order) => ({ ...order, id: order.refund_id }))}
          columns={columns}
        />
      </Section>
      {isOpen && <VoidDialog file={file} onClose={() => setOpen(false)} />}
    </Page>
  )
}

function useColumns(): Column<PaymentOrder & { id: string }>[] {
  const translate = useTranslate()
  const format = useFormatAmount()
  const label = (name: string) => translate(`kontor.payment_files.columns.${name}`)
  return [
    { key: 'number', label: label('number'), render: ({ number }) => number },
    {
      key: 'receiver',
      label: label('receiver'),
      render: ({ receiver, request_id, organization_id }) => (
        <>
          <Link
            to={
              request_id === null
                ? `/organizations/${organization_id}/show`
                : `/purchase-requests/${request_id}/show`
            }
          >
            {receiver.name}
          </Link>
          <Typography variant="body2" color="textSecondary">
            {receiver.account}, {receiver.bank_name}
          </Typography>
        </>
      ),
    },
    {
      key: 'amount',
      label: translate('kontor.heads.amount'),
      align: 'right',
      render: ({ amount }) => format(amount, 'RUB'),
    },
    { key: 'purpose', label: label('purpose'), render: ({ purpose }) => purpose },
    {
      key: 'state',
      label: label('state'),
      render: ({ line_id, released }) =>
        translate(`kontor.payment_order_state.${released ?? (line_id === null ? 'open' : 'executed')}`),
    },
  ]
}

function VoidDialog({ file, onClose }: { file: PaymentFileResponse; onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const text = (name: string) => translate(`kontor.payment_files.${name}`)
  async function submit(values: Record<string, unknown>) {
    const body = withoutEmpty(values) as VoidPaymentFileBody
    await call(voidPaymentFile, { params: { file_id: file.id }, body })
    notify('kontor.payment_files.void_done', { type: 'success' })
    void queryClient.invalidateQueries({ queryKey: ['payment-files'] })
    onClose()
  }
  return (
    <FormDialog
      title={text('void_title')}
      submitLabel={text('void')}
      validate={validateBody(voidPaymentFile)}
      onSubmit={submit}
      onClose={onClose}
      color="error"
    >
      <Typography color="textSecondary">{text('void_help')}</Typography>
      <TextInput
        source="reason"
        label={translate('kontor.statements.reason')}
        helperText={false}
        required
        autoFocus
        slotProps={{ htmlInput: { maxLength: 1000, autoComplete: 'off' } }}
      />
    </FormDialog>
  )
}
