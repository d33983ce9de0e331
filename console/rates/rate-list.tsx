import AddIcon from '@mui/icons-material/Add'
import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import { Button, Stack } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { type RateResponse, rateCurrency } from '../../contract/books/rates.ts'
import { rateList } from '../../contract/lists/rates.ts'
import { currencyCodes } from '../../contract/money/currencies.ts'
import { removeRate } from '../../contract/operations/books/rates.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { useAct } from '../shared/answers/use-act.ts'
import type { Column } from '../shared/lists/column.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { Ago, useFormatDate } from '../shared/time/time.tsx'
import { useFormatUnits } from '../shared/values/money.ts'
import { ListPage } from '../views/list-page.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { RateDialog } from './rate-dialog.tsx'

const currencies = currencyCodes.filter((code) => code !== rateCurrency).map((id) => ({ id, name: id }))

type Opened = 'import' | 'new' | RateResponse | null

/** What currencies are worth in roubles, the newest day first. */
export default function RateList() {
  const translate = useTranslate()
  const maySet = usePermission('rates:set')
  const [opened, open] = useState<Opened>(null)
  const close = () => open(null)
  const text = (name: string) => translate(`kontor.rates.${name}`)
  const importButton = (
    <Button variant="contained" startIcon={<UploadIcon />} onClick={() => open('import')}>
      {text('import')}
    </Button>
  )
  return (
    <>
      <ListPage
        list={rateList}
        title={text('title')}
        actions={
          maySet && (
            <>
              <Button startIcon={<AddIcon />} onClick={() => open('new')}>
                {text('new')}
              </Button>
              {importButton}
            </>
          )
        }
        filters={{
          currency: { label: text('columns.currency'), choices: currencies },
          source: { label: text('columns.source'), texts: 'rate_source' },
        }}
        days="of_day"
        columns={useColumns(maySet, open)}
        rowName={({ currency, day }) => `${currency} ${day}`}
        empty={
          <EmptyState title={text('empty_title')} help={text('empty_help')}>
            {maySet && importButton}
          </EmptyState>
        }
      />
      {opened === 'import' && <ImportDialog onClose={close} />}
      {opened === 'new' && <RateDialog onClose={close} />}
      {opened !== null && typeof opened === 'object' && <RateDialog rate={opened} onClose={close} />}
    </>
  )
}

function useColumns(maySet: boolean, open: (rate: RateResponse) => void): Column<RateResponse>[] {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  const formatUnits = useFormatUnits()
  const act = useAct('rates')
  const label = (name: string) => translate(`kontor.rates.columns.${name}`)
  const actions: Column<RateResponse> = {
    key: 'actions',
    label: label('actions'),
    kind: 'buttons',
    render: (rate) => {
      const { id, currency, day, is_final } = rate
      if (is_final) return translate('kontor.rates.final')
      const named = (action: string) =>
        `${translate(`kontor.rates.${action}`)}: ${currency}, ${formatDate(day)}`
      return (
        <Stack direction="row" sx={{ gap: 1 }}>
          <Button size="small" aria-label={named('change')} onClick={() => open(rate)}>
            {translate('kontor.rates.change')}
          </Button>
          <Button
            size="small"
            color="error"
            aria-label={named('remove')}
            onClick={() =>
              act(
                () => call(removeRate, { params: { rate_id: id } }),
                translate('kontor.rates.removed', { currency, day: formatDate(day) }),
              )
            }
          >
            {translate('kontor.rates.remove')}
          </Button>
        </Stack>
      )
    },
  }
  return [
    { key: 'currency', label: label('currency'), kind: 'currency', render: ({ currency }) => currency },
    { key: 'day', label: label('day'), kind: 'day', priority: 1, render: ({ day }) => formatDate(day) },
    {
      key: 'nominal',
      label: label('nominal'),
      kind: 'count',
      priority: 3,
      align: 'right',
      render: ({ nominal }) => nominal,
    },
    {
      key: 'rate',
      label: translate('kontor.rates.rate_in_roubles'),
      // Without the unit it is no wider than a count, so that a phone has room for it.
      kind: 'count',
      priority: 2,
      align: 'right',
      render: ({ rate }) => formatUnits(rate, rateCurrency),
    },
    {
      key: 'source',
      label: label('source'),
      priority: 5,
      render: ({ source }) => translate(`kontor.rate_source.${source}`),
    },
    {
      key: 'set_at',
      label: label('set_at'),
      kind: 'ago',
      priority: 6,
      render: ({ set_at }) => <Ago at={set_at} />,
    },
    { key: 'set_by', label: label('set_by'), priority: 7, render: ({ set_by }) => set_by.name },
    ...(maySet ? [actions] : []),
  ]
}
