import AddIcon from '@mui/icons-material/Add'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { AcquisitionResponse } from '../../contract/books/treasury.ts'
import { acquisitionList } from '../../contract/lists/acquisitions.ts'
import { purchaseAssets } from '../../contract/money/assets.ts'
import { networks } from '../../contract/money/networks.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import type { Column } from '../shared/lists/column.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { useFormatDate } from '../shared/time/time.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { ListPage } from '../views/list-page.tsx'
import { AcquisitionDialog } from './acquisition-dialog.tsx'
import { useCompanies } from './companies-query.ts'

const assets = purchaseAssets.map((id) => ({ id, name: id }))

/** What coins the companies of the desk have bought, the newest day first. */
export default function AcquisitionList() {
  const translate = useTranslate()
  const mayAcquire = usePermission('treasury:acquire')
  const [isOpen, setOpen] = useState(false)
  const companies = useCompanies()
  const text = (name: string) => translate(`kontor.acquisitions.${name}`)
  const create = mayAcquire && (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setOpen(true)}>
      {text('new')}
    </Button>
  )
  return (
    <>
      <ListPage
        list={acquisitionList}
        title={text('title')}
        actions={create}
        filters={{
          company_id: {
            label: text('columns.company'),
            choices: companies.map(({ id, short_name }) => ({ id, name: short_name })),
          },
          asset: { label: text('columns.asset'), choices: assets },
          network: {
            label: text('columns.network'),
            choices: networks.map((id) => ({ id, name: translate(`kontor.network.${id}`) })),
          },
        }}
        days="of_day"
        columns={useColumns()}
        linkTo={({ id }) => `/acquisitions/${id}/show`}
        rowName={({ reference, counterparty }) => `${reference}, ${counterparty.name}`}
        empty={
          <EmptyState title={text('empty_title')} help={text('empty_help')}>
            {create}
          </EmptyState>
        }
      />
      {isOpen && <AcquisitionDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function useColumns(): Column<AcquisitionResponse>[] {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  const format = useFormatAmount()
  const label = (name: string) => translate(`kontor.acquisitions.columns.${name}`)
  return [
    { key: 'reference', label: label('reference'), kind: 'code', render: ({ reference }) => reference },
    { key: 'day', label: label('day'), kind: 'day', priority: 1, render: ({ day }) => formatDate(day) },
    {
      key: 'amount',
      label: label('amount'),
      kind: 'amount',
      priority: 2,
      align: 'right',
      render: ({ amount, asset }) => format(amount, asset),
    },
    {
      key: 'network',
      label: label('network'),
      priority: 5,
      render: ({ network }) => translate(`kontor.network.${network}`),
    },
    {
      key: 'cost',
      label: label('cost'),
      kind: 'amount',
      priority: 3,
      align: 'right',
      render: ({ cost }) => format(cost.amount, cost.currency),
    },
    {
      key: 'counterparty',
      kind: 'name',
      label: label('counterparty'),
      priority: 4,
      render: ({ counterparty }) => counterparty.name,
    },
    { key: 'company', label: label('company'), priority: 6, render: ({ company_name }) => company_name },
    {
      key: 'state',
      label: label('state'),
      kind: 'status',
      priority: 7,
      render: ({ reversal }) => translate(`kontor.acquisition_state.${reversal ? 'reversed' : 'holds'}`),
    },
  ]
}
