import EditIcon from '@mui/icons-material/EditOutlined'
import { Alert, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link, useParams } from 'react-router-dom'
import { readPurchaseRequest } from '../../contract/operations/purchase-requests/purchase-requests.ts'
import { openToTerms } from '../../contract/purchase-requests/purchase-request-rules.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests/purchase-requests.ts'
import { useAddressBook } from '../address-book/book-query.ts'
import { call } from '../api/client.ts'
import { ofRequest } from '../comments/comment-subjects.ts'
import { Comments } from '../comments/comments.tsx'
import { PapersSection } from '../papers/papers-section.tsx'
import { RequestParty } from '../screening/request-party.tsx'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { BuyerName } from '../shared/names/buyer-name.tsx'
import { Page, WithRail } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { Time } from '../shared/time/time.tsx'
import { CopyButton } from '../shared/values/copy-button.tsx'
import { Detail, Details } from '../shared/values/details.tsx'
import { Memo } from '../shared/values/memo.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { Mono } from '../shared/values/mono.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'
import { OnTheWay } from '../transfers/on-the-way.tsx'
import { SendForRequest } from '../transfers/send-for-request.tsx'
import { DealResult } from '../treasury/deal-result.tsx'
import { Assignee } from './assignee.tsx'
import { Deliveries } from './facts/deliveries.tsx'
import { ExceptionNotice } from './facts/exception-notice.tsx'
import { Payments } from './facts/payments.tsx'
import { Refunds } from './facts/refunds.tsx'
import { StandingNotice } from './facts/standing-notice.tsx'
import { SurplusNotice } from './facts/surplus-notice.tsx'
import { NextSteps } from './next-steps.tsx'
import { CorrectDialog } from './quotes/correct-dialog.tsx'
import { Quotes } from './quotes/quotes.tsx'
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
    <Page title={request.number} heading={heading} subtitle={<Deal request={request} />}>
      <StandingNotice request={request} />
      <ExceptionNotice request={request} />
      <SurplusNotice request={request} />
      {status_reason && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {translate(`kontor.request_reason.${status_reason.code}`)}
          {status_reason.comment && `: ${status_reason.comment}`}
        </Alert>
      )}
      <WithRail
        rail={
          <>
            <Section title={translate('kontor.requests.purchase')} actions={<Correct request={request} />}>
              <Amounts request={request} />
            </Section>
            <DealResult request={request} />
            <Assignee request={request} />
            <Timeline request={request} />
            <Comments subject={ofRequest(request)} />
          </>
        }
      >
        <NextSteps request={request} />
        <Quotes request={request} />
        <Payments request={request} />
        <Refunds request={request} />
        <Destination request={request} />
        <OnTheWay request={request} />
        <Deliveries request={request} />
        <PapersSection request={request} />
      </WithRail>
    </Page>
  )
}

/** Who buys, and for how much. */
function Deal({ request }: { request: PurchaseRequestResponse }) {
  const amount = useFormatAmount()
  return (
    <>
      <Typography component="span">
        <Link to={`/organizations/${request.organization_id}/show`}>
          <BuyerName id={request.organization_id} organization={request.organization} />
        </Link>
      </Typography>
      <Typography component="span" sx={{ fontWeight: 600 }}>
        {amount(request.total_amount, request.fiat_currency)}
      </Typography>
      <Typography component="span" color="textSecondary">
        {amount(request.crypto_amount, request.asset)}
      </Typography>
    </>
  )
}

/** How the total comes about. */
function Amounts({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const amount = useFormatAmount()
  const label = (name: string) => translate(`kontor.requests.fields.${name}`)
  const { fiat_currency: currency } = request
  return (
    <Details>
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

/** Where the coins go. */
function Destination({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const label = (name: string) => translate(`kontor.requests.fields.${name}`)
  const { destination_address: address } = request
  const { data = [] } = useAddressBook(request.address_id && request.organization_id)
  const entry = data.find(({ id }) => id === request.address_id)
  return (
    <Section title={label('destination_address')} actions={<SendForRequest request={request} />}>
      <Details>
        <Detail label={translate(`kontor.network.${request.network}`)} wide>
          {address ? (
            <>
              <Mono>{address}</Mono> <CopyButton text={address} what={label('destination_address')} />{' '}
              {entry?.memo && <Memo memo={entry.memo} />}
              <RequestParty
                organizationId={request.organization_id}
                kind="address"
                id={request.address_id ?? request.id}
              />
            </>
          ) : (
            label('destination_own')
          )}
        </Detail>
      </Details>
    </Section>
  )
}

function Correct({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const mayCorrect = usePermission('requests:process') && openToTerms.includes(request.status)
  const [isOpen, setOpen] = useState(false)
  if (!mayCorrect) return null
  return (
    <>
      <Button variant="outlined" size="small" startIcon={<EditIcon />} onClick={() => setOpen(true)}>
        {translate('kontor.deal.correct')}
      </Button>
      {isOpen && <CorrectDialog request={request} onClose={() => setOpen(false)} />}
    </>
  )
}
