import { Stack } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { QuoteResponse } from '../../../contract/purchase-requests/deals.ts'
import { openToTerms } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import { usePermission } from '../../shared/access/use-permission.ts'
import type { Column } from '../../shared/lists/record-table.tsx'
import { useDoerName } from '../../shared/names/administrator-names.ts'
import { Ago, Time } from '../../shared/time/time.tsx'
import { useFormatAmount } from '../../shared/values/money.ts'
import { StatusChip } from '../../shared/values/status-chip.tsx'
import { useQuotes } from '../facts/fact-queries.ts'
import { FactSection } from '../facts/fact-section.tsx'
import { QuoteDialog } from './quote-dialog.tsx'

/** Every price that was offered; the newest one counts. */
export function Quotes({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const mayQuote = usePermission('requests:process') && openToTerms.includes(request.status)
  return (
    <FactSection
      title={translate('kontor.deal.quotes')}
      query={useQuotes(request)}
      columns={useColumns()}
      empty={translate('kontor.deal.quotes_empty')}
      add={
        mayQuote
          ? {
              label: translate('kontor.deal.new_quote'),
              dialog: (close) => <QuoteDialog request={request} onClose={close} />,
            }
          : undefined
      }
    />
  )
}

function useColumns(): Column<QuoteResponse>[] {
  const translate = useTranslate()
  const format = useFormatAmount()
  const doer = useDoerName()
  const label = (name: string) => translate(`kontor.requests.fields.${name}`)
  return [
    {
      key: 'rate',
      label: label('rate'),
      render: ({ rate, fiat_currency, is_current }) => (
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          {format(rate, fiat_currency)}
          {is_current && <StatusChip kind="quote_state" status="current" />}
        </Stack>
      ),
    },
    {
      key: 'amount',
      label: label('crypto_amount'),
      align: 'right',
      render: ({ crypto_amount, asset }) => format(crypto_amount, asset),
    },
    {
      key: 'fee',
      label: label('fee_amount'),
      align: 'right',
      render: ({ fee_amount, fiat_currency }) => format(fee_amount, fiat_currency),
    },
    {
      key: 'total',
      label: label('total_amount'),
      align: 'right',
      render: ({ total_amount, fiat_currency }) => format(total_amount, fiat_currency),
    },
    {
      key: 'until',
      label: translate('kontor.deal.fields.valid_until'),
      render: ({ quote_expires_at }) => (quote_expires_at ? <Time at={quote_expires_at} /> : ''),
    },
    {
      key: 'by',
      label: translate('kontor.deal.fields.quoted_by'),
      render: ({ quoted_by, quoted_at }) => (
        <>
          {doer(quoted_by)} · <Ago at={quoted_at} />
        </>
      ),
    },
  ]
}
