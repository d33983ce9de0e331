import { Box, Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { PaymentResponse } from '../../../contract/purchase-requests/deals.ts'
import { moveRule } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import { RequestParty } from '../../screening/request-party.tsx'
import { usePermission } from '../../shared/access/use-permission.ts'
import type { Column } from '../../shared/lists/record-table.tsx'
import { useDoerName } from '../../shared/names/administrator-names.ts'
import { Ago, BookedAt } from '../../shared/time/time.tsx'
import { useFormatAmount } from '../../shared/values/money.ts'
import { StatusChip } from '../../shared/values/status-chip.tsx'
import { listSearch } from '../../views/list-place.ts'
import { Decided } from './decided.tsx'
import { usePayments } from './fact-queries.ts'
import { FactSection } from './fact-section.tsx'
import { PaymentDecisionDialog } from './payment-decision-dialog.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { isOpenForeignPayer } from './standing.ts'

type Request = PurchaseRequestResponse

/** All money that came for the request, also what was reversed. */
export function Payments({ request }: { request: Request }) {
  const translate = useTranslate()
  // The first payment is a next step, which has its own button.
  const isNextStep = moveRule(request.status, 'paid') !== undefined
  const mayAdd = usePermission('requests:process') && !isNextStep
  return (
    <FactSection
      title={translate('kontor.deal.payments')}
      query={usePayments(request)}
      columns={useColumns(request)}
      empty={translate('kontor.deal.payments_empty')}
      add={
        mayAdd
          ? {
              label: translate('kontor.deal.add_payment'),
              dialog: (close) => <PaymentDialog request={request} onClose={close} />,
            }
          : undefined
      }
    />
  )
}

function useColumns(request: Request): Column<PaymentResponse>[] {
  const translate = useTranslate()
  const format = useFormatAmount()
  const label = (name: string) => translate(`kontor.deal.fields.${name}`)
  return [
    {
      key: 'received_at',
      label: label('received'),
      render: ({ received_at, reference }) => (
        <>
          <BookedAt at={received_at} />
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {reference}
          </Typography>
        </>
      ),
    },
    {
      key: 'amount',
      label: label('amount'),
      align: 'right',
      render: ({ amount, currency, reversed }) => (
        <Box component={reversed ? 's' : 'span'}>{format(amount, currency)}</Box>
      ),
    },
    {
      key: 'payer',
      label: label('payer'),
      render: (payment) => (
        <>
          <Box sx={{ overflowWrap: 'anywhere' }}>{payerOf(payment, translate)}</Box>
          <RequestParty organizationId={request.organization_id} kind="payer" id={payment.id} />
        </>
      ),
    },
    { key: 'source', label: label('source'), render: (payment) => <Source payment={payment} /> },
    {
      key: 'state',
      label: label('state'),
      render: (payment) => <State request={request} payment={payment} />,
    },
  ]
}

function payerOf(
  { payer_name, payer_inn, payer_account }: PaymentResponse,
  translate: (key: string) => string,
) {
  const inn = payer_inn && `${translate('kontor.organization_fields.inn')} ${payer_inn}`
  return [payer_name, inn, payer_account].filter(Boolean).join(', ')
}

/** Who recorded it, and from what. */
function Source({ payment }: { payment: PaymentResponse }) {
  const translate = useTranslate()
  const doer = useDoerName()
  const { statement_line_id: line, credit_id, recorded_by, recorded_at } = payment
  return (
    <>
      {line !== null && (
        <Box>
          <Link to={`/statement-lines${listSearch({ filters: { status: 'matched' } })}`}>
            {translate('kontor.deal.source.statement')}
          </Link>
        </Box>
      )}
      {credit_id !== null && (
        <Box>
          <Link to={`/credits${listSearch({ filters: { status: 'used' } })}`}>
            {translate('kontor.deal.source.credit')}
          </Link>
        </Box>
      )}
      <Typography component="span" variant="body2" color="textSecondary">
        {doer(recorded_by)} · <Ago at={recorded_at} />
      </Typography>
    </>
  )
}

const decisions = ['accept_payer', 'reverse'] as const
type DecisionName = (typeof decisions)[number]

/** What was decided about a payment, and what can be decided. */
function State({ request, payment }: { request: Request; payment: PaymentResponse }) {
  const translate = useTranslate()
  const mayDecide = usePermission('requests:approve')
  const [chosen, setChosen] = useState<DecisionName | null>(null)
  const { payer_accepted: accepted, reversed } = payment
  const possible = {
    accept_payer: isOpenForeignPayer(payment) || payment.payer_unknown,
    reverse: reversed === null,
  }
  const offered = mayDecide ? decisions.filter((name) => possible[name]) : []
  return (
    <Stack sx={{ gap: 0.5, alignItems: 'flex-start' }}>
      {isOpenForeignPayer(payment) && <StatusChip kind="payment_state" status="foreign_payer" />}
      {payment.payer_unknown && <StatusChip kind="payment_state" status="payer_unknown" />}
      {accepted && <Decided decision={accepted} text="payer_accepted" />}
      {reversed && <Decided decision={reversed} text="reversed" />}
      {offered.length > 0 && (
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          {offered.map((name) => {
            const text = translate(`kontor.deal.${name}`)
            return (
              <Button
                key={name}
                size="small"
                variant={name === 'accept_payer' ? 'outlined' : 'text'}
                color={name === 'reverse' ? 'error' : 'primary'}
                aria-label={`${text}: ${payment.reference}`}
                onClick={() => setChosen(name)}
              >
                {text}
              </Button>
            )
          })}
        </Stack>
      )}
      {chosen && (
        <PaymentDecisionDialog
          request={request}
          payment={payment}
          decision={chosen}
          onClose={() => setChosen(null)}
        />
      )}
    </Stack>
  )
}
