import { Alert, Box, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Link, useParams } from 'react-router-dom'
import { decimalDifference } from '../../contract/decimal.ts'
import { readPurchaseRequest } from '../../contract/operations/purchase-requests.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests.ts'
import { call } from '../api/client.ts'
import { PapersSection } from '../papers/papers-section.tsx'
import { CopyButton } from '../shared/copy-button.tsx'
import { Detail, Details } from '../shared/details.tsx'
import { useFormatAmount } from '../shared/money.ts'
import { Page } from '../shared/page.tsx'
import { QueryState } from '../shared/query-state.tsx'
import { Section } from '../shared/section.tsx'
import { StatusChip } from '../shared/status-chip.tsx'
import { Time } from '../shared/time.tsx'
import { Assignee } from './assignee.tsx'
import { Comments } from './comments.tsx'
import { NextSteps } from './next-steps.tsx'
import { Timeline } from './timeline.tsx'

export default function RequestShow() {
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: ['purchase-requests', 'getOne', id],
    queryFn: ({ signal }) => call(readPurchaseRequest, { params: { request_id: id }, signal }),
  })
  return <QueryState query={query}>{(request) => <Request request={request} />}</QueryState>
}

function Request({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const { status_reason } = request
  const heading = (
    <>
      {request.number} <StatusChip kind="request_status" status={request.status} size="medium" />
    </>
  )
  return (
    <Page title={request.number} heading={heading}>
      {status_reason && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {translate(`kontor.request_reason.${status_reason.code}`)}
          {status_reason.comment && `: ${status_reason.comment}`}
        </Alert>
      )}
      <Box
        sx={{
          display: 'grid',
          columnGap: 2,
          gridTemplateColumns: { xs: '1fr', lg: '2fr 1fr' },
          alignItems: 'start',
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <NextSteps request={request} />
          <Section title={translate('kontor.requests.purchase')}>
            <Amounts request={request} />
          </Section>
          {request.payment && <Payment request={request} payment={request.payment} />}
          <Delivery request={request} />
          <PapersSection request={request} />
        </Box>
        <Stack sx={{ minWidth: 0 }}>
          <Assignee request={request} />
          <Timeline request={request} />
          <Comments request={request} />
        </Stack>
      </Box>
    </Page>
  )
}

function Amounts({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const amount = useFormatAmount()
  const label = (name: string) => translate(`kontor.requests.fields.${name}`)
  const { fiat_currency: currency, organization } = request
  return (
    <Details>
      <Detail label={label('organization')} wide>
        <Link to={`/organizations/${request.organization_id}/show`}>
          {organization.short_name ?? organization.inn}
        </Link>
      </Detail>
      <Detail label={label('crypto_amount')}>
        {amount(request.crypto_amount, request.asset)} · {translate(`kontor.network.${request.network}`)}
      </Detail>
      <Detail label={label('rate')}>{amount(request.rate, currency)}</Detail>
      <Detail label={label('fiat_amount')}>{amount(request.fiat_amount, currency)}</Detail>
      <Detail label={label('fee_amount')}>{amount(request.fee_amount, currency)}</Detail>
      <Detail label={label('total_amount')}>
        <b>{amount(request.total_amount, currency)}</b>
      </Detail>
      <Detail label={label('quote_expires_at')}>
        {request.quote_expires_at && <Quote at={request.quote_expires_at} />}
      </Detail>
      <Detail label={label('external_id')}>{request.external_id}</Detail>
      <Detail label={label('comment')} wide>
        {request.comment}
      </Detail>
    </Details>
  )
}

/** When the quote expires, or that it has expired. */
function Quote({ at }: { at: string }) {
  const translate = useTranslate()
  const isOver = new Date(at).getTime() <= Date.now()
  return (
    <>
      <Time at={at} />
      {isOver && (
        <Typography component="span" variant="body2" color="warning" sx={{ display: 'block' }}>
          {translate('kontor.requests.quote_over')}
        </Typography>
      )}
    </>
  )
}

function Payment({
  request,
  payment,
}: {
  request: PurchaseRequestResponse
  payment: NonNullable<PurchaseRequestResponse['payment']>
}) {
  const translate = useTranslate()
  const amount = useFormatAmount()
  const { fiat_currency: currency } = request
  return (
    <Section title={translate('kontor.requests.payment')}>
      {payment.exception && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate(`kontor.requests.payment_exception.${payment.exception}`, {
            amount: amount(decimalDifference(payment.received_amount, request.total_amount), currency),
          })}
        </Alert>
      )}
      <Details>
        <Detail label={translate('kontor.requests.received_amount')}>
          {amount(payment.received_amount, currency)}
        </Detail>
        <Detail label={translate('kontor.requests.payment_reference')}>{payment.reference}</Detail>
        <Detail label={translate('kontor.requests.received_at')}>
          <Time at={payment.received_at} />
        </Detail>
      </Details>
    </Section>
  )
}

function Delivery({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const label = (name: string) => translate(`kontor.requests.fields.${name}`)
  const { destination_address: address, tx_hash: hash } = request
  return (
    <Section title={label('destination_address')}>
      <Details>
        <Detail label={translate(`kontor.network.${request.network}`)} wide>
          {address ? (
            <>
              {address} <CopyButton text={address} what={label('destination_address')} />
            </>
          ) : (
            label('destination_own')
          )}
        </Detail>
        {hash && (
          <Detail label={label('tx_hash')} wide>
            {hash} <CopyButton text={hash} what={label('tx_hash')} />
          </Detail>
        )}
      </Details>
    </Section>
  )
}
