import { Alert, Box, Button, Stack, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { Link, useSearchParams } from 'react-router-dom'
import type { Operation } from '../../contract/api/operation.ts'
import {
  type CloseItem,
  type CloseResponse,
  type Closing,
  closeItemCodes,
} from '../../contract/books/close.ts'
import { readClose } from '../../contract/operations/books/close.ts'
import { archivePapers } from '../../contract/operations/purchase-requests/papers.ts'
import { dayAfter, endOfMonthBefore } from '../../contract/values/calendar.ts'
import { call, request } from '../api/client.ts'
import { AccountName } from '../book-entries/account-name.tsx'
import { usePermission } from '../shared/access/use-permission.ts'
import { useErrorText } from '../shared/answers/error-text.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { saveFile } from '../shared/files/save-file.ts'
import type { Column } from '../shared/lists/column.ts'
import { Records } from '../shared/lists/records.tsx'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { useBusinessDay } from '../shared/time/business-day.ts'
import { Ago, useFormatDate } from '../shared/time/time.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { CloseDialog } from './close-dialog.tsx'
import { ReopenDialog } from './reopen-dialog.tsx'

/** How many items of a kind are shown until somebody asks for all of them. */
const shownAtFirst = 5

/** Up to which day the books are final, what is open before the next close, and the close itself. */
export default function ClosePage() {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  const text = (name: string) => translate(`kontor.close.${name}`)
  const [params, setParams] = useSearchParams()
  const [opened, open] = useState<'close' | 'reopen' | null>(null)
  const mayClose = usePermission('books:close')
  const today = useBusinessDay()
  const through = params.get('through') ?? endOfMonthBefore(today)
  const query = useQuery({
    queryKey: ['close', 'checklist', through],
    queryFn: ({ signal }) => call(readClose, { query: { through }, signal }),
    placeholderData: (previous) => previous,
  })
  return (
    <Page title={text('title')}>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {text('help')}
      </Typography>
      <QueryState query={query}>
        {(shown) => {
          const isClosed = shown.closed_through !== null && through <= shown.closed_through
          return (
            <>
              <Section
                title={
                  shown.closed_through === null
                    ? text('all_open')
                    : translate('kontor.close.closed_through', { day: formatDate(shown.closed_through) })
                }
                actions={
                  mayClose &&
                  shown.closed_through !== null && (
                    <Button onClick={() => open('reopen')}>{text('reopen')}</Button>
                  )
                }
              >
                <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
                  <TextField
                    type="date"
                    label={text('through')}
                    value={through}
                    onChange={({ target }) =>
                      target.value && setParams({ through: target.value }, { replace: true })
                    }
                    slotProps={{ htmlInput: { max: dayAfter(today, -1) }, inputLabel: { shrink: true } }}
                  />
                  <PapersButton through={through} />
                  {mayClose && !isClosed && (
                    <Button variant="contained" onClick={() => open('close')}>
                      {translate('kontor.close.close_through', { day: formatDate(through) })}
                    </Button>
                  )}
                </Stack>
              </Section>
              <Checklist shown={shown} isClosed={isClosed} />
              <History closings={shown.closings} />
              {opened === 'close' && <CloseDialog shown={shown} onClose={() => open(null)} />}
              {opened === 'reopen' && <ReopenDialog shown={shown} onClose={() => open(null)} />}
            </>
          )
        }}
      </QueryState>
    </Page>
  )
}

/** All invoices and acts of the month of this day. */
function PapersButton({ through }: { through: string }) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    const query = { from: `${through.slice(0, 7)}-01`, to: through }
    try {
      const response = await request<Response>(archivePapers as unknown as Operation, { query })
      await saveFile(response, `papers-${query.from}-${query.to}.zip`)
    } catch (error) {
      notify(errorText(error), { type: 'error' })
    }
    setBusy(false)
  }
  return (
    <Button onClick={() => void download()} disabled={isBusy}>
      {translate('kontor.close.papers')}
    </Button>
  )
}

function Checklist({ shown, isClosed }: { shown: CloseResponse; isClosed: boolean }) {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  const codes = closeItemCodes.filter((code) => (shown.counts[code] ?? 0) > 0)
  return (
    <Section title={translate('kontor.close.checklist', { day: formatDate(shown.through) })}>
      {codes.length === 0 && (
        <Alert severity="success">{translate(`kontor.close.${isClosed ? 'is_closed' : 'is_ready'}`)}</Alert>
      )}
      {shown.without_statements.length > 0 && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {translate('kontor.close.without_statements')}
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {shown.without_statements.map(({ account, currency, reason }) => (
              <li key={`${account} ${currency}`}>{`${account} · ${currency}: ${reason}`}</li>
            ))}
          </Box>
        </Alert>
      )}
      {codes.map((code) => (
        <Items
          key={code}
          title={translate(`kontor.close.item.${code}`)}
          help={translate(`kontor.close.item_help.${code}`)}
          count={shown.counts[code] ?? 0}
          items={shown.items.filter((item) => item.code === code)}
        />
      ))}
    </Section>
  )
}

function Items({
  title,
  help,
  count,
  items,
}: {
  title: string
  help: string
  count: number
  items: readonly CloseItem[]
}) {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  const formatAmount = useFormatAmount()
  const [isWhole, showAll] = useState(false)
  const shown = isWhole ? items : items.slice(0, shownAtFirst)
  // What is missing is missing from this day on.
  const when = ({ code }: CloseItem, day: string) =>
    code === 'statement_missing' ? translate('kontor.close.since', { day }) : day
  return (
    <Box sx={{ mb: 2.5 }}>
      <Typography variant="subtitle1" component="h3">
        {title} · {count}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {help}
      </Typography>
      <Box component="ul" aria-label={title} sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {shown.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a request may be there twice, with two deliveries of a day.
          <li key={index}>
            <Link to={item.href}>
              <ItemTitle item={item} />
            </Link>
            {item.day !== null && (
              <Box
                component="span"
                sx={{ whiteSpace: 'nowrap' }}
              >{` · ${when(item, formatDate(item.day))}`}</Box>
            )}
            {item.amount !== null && item.currency !== null && (
              <Box component="span" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
                {` · ${formatAmount(item.amount, item.currency)}`}
              </Box>
            )}
            {item.code === 'not_revalued' &&
              item.amount === null &&
              ` · ${translate('kontor.close.no_rate')}`}
          </li>
        ))}
      </Box>
      {items.length > shown.length && (
        <Button size="small" onClick={() => showAll(true)}>
          {translate('kontor.close.show_all', { count: items.length })}
        </Button>
      )}
      {isWhole && count > items.length && (
        <Typography variant="body2" color="textSecondary">
          {translate('kontor.close.more', { count: count - items.length })}
        </Typography>
      )}
    </Box>
  )
}

/** An account in words with its number in the plan, and what it is in unless the amount says so. */
function ItemTitle({ item: { account, currency, title } }: { item: CloseItem }) {
  const translate = useTranslate()
  if (account === null) return <>{title}</>
  const { commodity, plan_account } = account
  return (
    <>
      <AccountName account={account.account} isLink={false} />
      {commodity !== currency && ` · ${commodity}`}
      {plan_account !== null && ` · ${translate('kontor.close.plan_account', { number: plan_account })}`}
    </>
  )
}

type Row = Closing & { id: number }

function History({ closings }: { closings: readonly Closing[] }) {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  if (closings.length === 0) return null
  const label = (name: string) => translate(`kontor.close.columns.${name}`)
  const columns: Column<Row>[] = [
    {
      key: 'kind',
      label: label('kind'),
      render: ({ kind, through }) =>
        through === null
          ? translate('kontor.close.opened_all')
          : translate(`kontor.close.kind.${kind}`, { day: formatDate(through) }),
    },
    {
      key: 'changed_at',
      label: label('changed_at'),
      kind: 'ago',
      render: (row) => <Ago at={row.changed_at} />,
    },
    { key: 'changed_by', label: label('changed_by'), render: ({ changed_by }) => changed_by.name },
    { key: 'reason', label: label('reason'), render: ({ reason }) => reason },
    {
      key: 'open_items',
      label: label('open_items'),
      kind: 'count',
      align: 'right',
      render: ({ kind, open_items }) =>
        kind === 'close' ? Object.values(open_items).reduce((sum, count) => sum + count, 0) : '',
    },
  ]
  return (
    <Section title={translate('kontor.close.history')}>
      <Records
        label={translate('kontor.close.history')}
        rows={closings.map((closing) => ({ ...closing, id: closing.version }))}
        columns={columns}
      />
    </Section>
  )
}
