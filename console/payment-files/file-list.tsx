import AddIcon from '@mui/icons-material/Add'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { PaymentFileResponse } from '../../contract/books/payment-files.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import type { Column } from '../shared/lists/column.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { Ago, useFormatDate } from '../shared/time/time.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { Mono } from '../shared/values/mono.tsx'
import { ResourcePage } from '../views/resource-page.tsx'
import { MakeFileDialog } from './make-file-dialog.tsx'

/** The files with which the bank pays refunds. */
export default function FileList() {
  const translate = useTranslate()
  const columns = useColumns()
  const mayMake = usePermission('requests:approve')
  const [isOpen, setOpen] = useState(false)
  const text = (name: string) => translate(`kontor.payment_files.${name}`)
  const make = mayMake && (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setOpen(true)}>
      {text('make')}
    </Button>
  )
  return (
    <>
      <ResourcePage
        resource="payment-files"
        title={text('title')}
        actions={make}
        columns={columns}
        linkTo={({ id }) => `/payment-files/${id}/show`}
        empty={
          <EmptyState title={text('empty_title')} help={text('empty_help')}>
            {make}
          </EmptyState>
        }
      />
      {isOpen && <MakeFileDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function useColumns(): Column<PaymentFileResponse>[] {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  const format = useFormatAmount()
  const label = (name: string) => translate(`kontor.payment_files.columns.${name}`)
  return [
    {
      key: 'account',
      label: label('account'),
      kind: 'account',
      render: ({ account }) => <Mono>{account}</Mono>,
    },
    { key: 'day', label: label('day'), kind: 'day', priority: 1, render: ({ day }) => formatDate(day) },
    {
      key: 'amount',
      label: label('amount'),
      kind: 'amount',
      priority: 2,
      align: 'right',
      render: ({ amount }) => format(amount, 'RUB'),
    },
    {
      key: 'executed',
      label: label('executed'),
      priority: 3,
      render: ({ executed_count, orders_count, voided }) =>
        voided
          ? translate('kontor.payment_files.voided_short')
          : translate('kontor.payment_files.executed_of', { done: executed_count, all: orders_count }),
    },
    { key: 'made_at', label: label('made_at'), kind: 'ago', render: ({ made_at }) => <Ago at={made_at} /> },
    { key: 'made_by', label: label('made_by'), priority: 4, render: ({ made_by }) => made_by.name },
  ]
}
