import { Alert, Chip } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import type { RequestResultResponse } from '../../contract/books/treasury.ts'
import { isZero } from '../../contract/money/decimal.ts'
import { readRequestResult } from '../../contract/operations/books/treasury.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests/purchase-requests.ts'
import { call } from '../api/client.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Section } from '../shared/pages/section.tsx'
import { Detail, Details } from '../shared/values/details.tsx'
import { useFormatAmount } from '../shared/values/money.ts'

/** What the deal has earned, once something of it was delivered. */
export function DealResult({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const isDelivered = !isZero(request.totals.delivered_amount)
  const query = useQuery({
    queryKey: ['results', 'of', request.id, request.version],
    queryFn: ({ signal }) => call(readRequestResult, { params: { request_id: request.id }, signal }),
    enabled: isDelivered,
  })
  if (!isDelivered) return null
  return (
    <Section title={translate('kontor.results.of_deal')}>
      <QueryState query={query}>{(result) => <Result result={result} asset={request.asset} />}</QueryState>
    </Section>
  )
}

function Result({ result, asset }: { result: RequestResultResponse; asset: string }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const { currency, price, price_elsewhere, uncovered_amount } = result
  const label = (name: string) => translate(`kontor.results.columns.${name}`)
  const money = (amount: string) => format(amount, currency)
  const isFromElsewhere = isZero(price) && !isZero(price_elsewhere)
  return (
    <>
      <Details>
        {!isFromElsewhere && <Detail label={label('price')}>{money(price)}</Detail>}
        {!isZero(price_elsewhere) && (
          <Detail label={label('price_elsewhere')}>{money(price_elsewhere)}</Detail>
        )}
        <Detail label={label('fee')}>{money(result.fee)}</Detail>
        {!isFromElsewhere && (
          <>
            <Detail label={label('cost')}>{money(result.cost)}</Detail>
            <Detail label={label('result')}>
              <b>{money(result.result)}</b> {!result.is_final && <Provisional />}
            </Detail>
          </>
        )}
      </Details>
      {isFromElsewhere && <Alert severity="info">{translate('kontor.results.elsewhere')}</Alert>}
      {!isZero(uncovered_amount) && (
        <Alert severity="warning">
          {translate('kontor.results.uncovered', { amounts: format(uncovered_amount, asset) })}
        </Alert>
      )}
    </>
  )
}

/** Costs may change until the books are closed. */
export function Provisional() {
  const translate = useTranslate()
  return (
    <Chip
      size="small"
      variant="outlined"
      label={translate('kontor.results.provisional')}
      title={translate('kontor.results.provisional_help')}
    />
  )
}
