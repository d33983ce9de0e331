import AddIcon from '@mui/icons-material/Add'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { PaymentFileResponse } from '../../contract/books/payment-files.ts'
import { paymentFileList } from '../../contract/lists/payment-files.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { Ago, useFormatDate } from '../shared/time/time.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { Mono } from '../shared/values/mono.tsx'
import { ListPage } from '../views/list-page.tsx'
import type { ListColumn } from '../views/list-tab.tsx'
import { MakeFileDialog, usePayingAccounts } from './make-file-dialog.tsx'

/** The files with which the bank pays refunds. */
export default function FileList() {
  const translate = useTranslate()
  const columns = useColumns()
  const formatDate = useFormatDate()
  const accounts = usePayingAccounts()
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
      <ListPage
        list={paymentFileList}
        filters={{ status: {}, account: { choices: accounts } }}
        days="created"
        actions={make}
        columns={columns}
        rowName={({ account, day }) => `${account}, ${formatDate(day)}`}
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

function useColumns(): ListColumn<PaymentFileResponse>[] {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  const format = useFormatAmount()
  return [
    { key: 'account', kind: 'account', render: ({ account }) => <Mono>{account}</Mono> },
    { key: 'day', kind: 'day', priority: 1, render: ({ day }) => formatDate(day) },
    {
      key: 'amount',
      kind: 'amount',
      priority: 2,
      align: 'right',
      render: ({ amount }) => format(amount, 'RUB'),
    },
    {
      key: 'status',
      kind: 'status',
      priority: 3,
      render: ({ status }) => translate(`kontor.payment_file_status.${status}`),
    },
    {
      key: 'executed_count',
      priority: 4,
      render: ({ executed_count, orders_count }) =>
        translate('kontor.payment_files.executed_of', { done: executed_count, all: orders_count }),
    },
    { key: 'made_at', kind: 'ago', priority: 5, render: ({ made_at }) => <Ago at={made_at} /> },
    { key: 'made_by', priority: 6, render: ({ made_by }) => made_by.name },
  ]
}
