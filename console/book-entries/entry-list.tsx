import AddIcon from '@mui/icons-material/Add'
import { Box, Button } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { EntryLeg, EntryResponse } from '../../contract/books/book-entries.ts'
import { entryList } from '../../contract/lists/book-entries.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import type { Column } from '../shared/lists/column.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { Ago, useFormatDate } from '../shared/time/time.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { ListPage } from '../views/list-page.tsx'
import { AccountName } from './account-name.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { ReverseDialog } from './reverse-dialog.tsx'

type Opened = 'new' | 'opening' | EntryResponse | null

/** What people have posted themselves, also opening balances and what was reversed. */
export default function EntryList() {
  const translate = useTranslate()
  const mayPost = usePermission('books:post')
  const [opened, open] = useState<Opened>(null)
  const close = () => open(null)
  const text = (name: string) => translate(`kontor.book_entries.${name}`)
  const newButton = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => open('new')}>
      {text('new')}
    </Button>
  )
  return (
    <>
      <ListPage
        list={entryList}
        title={text('title')}
        actions={
          mayPost && (
            <>
              <Button onClick={() => open('opening')}>{text('opening')}</Button>
              {newButton}
            </>
          )
        }
        filters={{ organization_id: { label: text('organization') } }}
        days="of_day"
        columns={useColumns(mayPost, open)}
        rowName={({ text: name }) => name}
        empty={
          <EmptyState title={text('empty_title')} help={text('empty_help')}>
            {mayPost && newButton}
          </EmptyState>
        }
      />
      {opened === 'new' && <EntryDialog onClose={close} />}
      {opened === 'opening' && <EntryDialog isOpening onClose={close} />}
      {opened !== null && typeof opened === 'object' && <ReverseDialog entry={opened} onClose={close} />}
    </>
  )
}

function useColumns(mayPost: boolean, open: (entry: EntryResponse) => void): Column<EntryResponse>[] {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  const formatAmount = useFormatAmount()
  const label = (name: string) => translate(`kontor.book_entries.columns.${name}`)
  const isCredit = ({ amount }: EntryLeg) => amount.startsWith('-')
  const sides = (key: 'debit' | 'credit', isOfSide: (leg: EntryLeg) => boolean): Column<EntryResponse> => ({
    key,
    label: label(key),
    priority: 2,
    render: ({ legs }) =>
      legs.filter(isOfSide).map((leg, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the legs of an entry never change.
        <Box key={index}>
          <AccountName account={leg.account} />
        </Box>
      )),
  })
  const columns: Column<EntryResponse>[] = [
    { key: 'text', label: label('text'), kind: 'name', render: ({ text }) => text },
    { key: 'date', label: label('date'), kind: 'day', priority: 1, render: ({ date }) => formatDate(date) },
    sides('debit', (leg) => !isCredit(leg)),
    sides('credit', isCredit),
    {
      key: 'amount',
      label: label('amount'),
      kind: 'amount',
      align: 'right',
      priority: 1,
      render: ({ legs }) =>
        legs
          .filter((leg) => !isCredit(leg))
          .map(({ amount, commodity }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the legs of an entry never change.
            <Box key={index}>{formatAmount(amount, commodity)}</Box>
          )),
    },
    {
      key: 'made_by',
      label: label('made_by'),
      priority: 4,
      render: ({ made_by, made_at }) => (
        <>
          {made_by.name} · <Ago at={made_at} />
        </>
      ),
    },
    {
      key: 'state',
      label: label('state'),
      priority: 3,
      render: (entry) => {
        const { reversal, text } = entry
        if (reversal)
          return translate('kontor.book_entries.was_reversed', {
            day: formatDate(reversal.date),
            reason: reversal.reason,
          })
        if (!mayPost) return ''
        return (
          <Button
            size="small"
            color="error"
            aria-label={`${translate('kontor.book_entries.reverse')}: ${text}`}
            onClick={() => open(entry)}
          >
            {translate('kontor.book_entries.reverse')}
          </Button>
        )
      },
    },
  ]
  return columns
}
