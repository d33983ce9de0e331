import { Alert, AlertTitle, Box, Button, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { readPurchaseRequestNextSteps } from '../../contract/operations/purchase-requests/purchase-requests.ts'
import {
  moveRule,
  purchaseRequestTransitions,
} from '../../contract/purchase-requests/purchase-request-rules.ts'
import type {
  NextStep,
  PurchaseRequestNextStepsResponse,
  PurchaseRequestResponse,
} from '../../contract/purchase-requests/purchase-requests.ts'
import { call } from '../api/client.ts'
import { useRolesWith } from '../shared/access/use-roles-with.ts'
import { Blockers } from '../shared/answers/blockers.tsx'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Section } from '../shared/pages/section.tsx'
import { DeliveryDialog } from './facts/delivery-dialog.tsx'
import { endings, MoveDialog } from './facts/move-dialog.tsx'
import { PaymentDialog } from './facts/payment-dialog.tsx'
import { RefundDialog } from './facts/refund-dialog.tsx'
import { UseCurrentWallet } from './use-current-wallet.tsx'

/** The next steps as returned by the service. A step that is not possible shows why. */
export function NextSteps({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const query = useQuery({
    queryKey: ['next-steps', request.id, request.version],
    queryFn: ({ signal }) =>
      call(readPurchaseRequestNextSteps, { params: { request_id: request.id }, signal }),
    placeholderData: unjudged(request),
  })
  return (
    <Section title={translate('kontor.requests.next')}>
      <QueryState query={query}>
        {({ steps }) => (
          <Steps request={request} steps={steps.filter(({ refusal }) => refusal !== 'service')} />
        )}
      </QueryState>
    </Section>
  )
}

/** Until the service has responded, the steps of the contract's table are shown, all disabled. */
function unjudged({ id, status, version }: PurchaseRequestResponse): PurchaseRequestNextStepsResponse {
  const steps = purchaseRequestTransitions[status].map((to) => {
    const permission = moveRule(status, to)?.permission ?? null
    const refusal = permission === null ? ('service' as const) : null
    return { status: to, allowed: false, refusal, permission, needs: [], blockers: [] }
  })
  return { request_id: id, status, version, steps }
}

function Steps({ request, steps }: { request: PurchaseRequestResponse; steps: NextStep[] }) {
  const translate = useTranslate()
  const id = useId()
  const [chosen, setChosen] = useState<NextStep | null>(null)
  if (steps.length === 0)
    return <Typography color="textSecondary">{translate('kontor.requests.next_none')}</Typography>
  return (
    <>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {steps.map((step, index) => (
          <Button
            key={step.status}
            variant={index === 0 ? 'contained' : 'outlined'}
            color={endings.has(step.status) ? 'error' : 'primary'}
            disabled={!isOpen(step)}
            aria-describedby={step.refusal === null ? undefined : `${id}-${step.status}`}
            onClick={() => setChosen(step)}
          >
            {translate(`kontor.request_action.${step.status}`)}
          </Button>
        ))}
      </Stack>
      {steps.map((step) => (
        <Box key={step.status} id={`${id}-${step.status}`}>
          <InTheWay request={request} step={step} />
        </Box>
      ))}
      {chosen && <StepDialog request={request} step={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

/** A part can be delivered before everything is paid, and a deviation can be accepted. */
function isOpen({ allowed, refusal, blockers }: NextStep): boolean {
  return allowed || (refusal === 'blocked' && blockers.every(({ code }) => code === 'underpaid'))
}

/** Money and coins are recorded as facts of their own, which move the request. */
function StepDialog(props: { request: PurchaseRequestResponse; step: NextStep; onClose: () => void }) {
  switch (props.step.status) {
    case 'paid':
      return <PaymentDialog {...props} />
    case 'completed':
      return <DeliveryDialog {...props} />
    case 'refunded':
      return <RefundDialog {...props} />
    default:
      return <MoveDialog {...props} />
  }
}

/** Which roles may take the step, and what blocks it, with links. */
function InTheWay({ request, step }: { request: PurchaseRequestResponse; step: NextStep }) {
  const translate = useTranslate()
  const rolesWith = useRolesWith()
  const { permission, refusal, blockers } = step
  return (
    <>
      {refusal === 'role' && permission && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {translate('kontor.requests.next_by_role', {
            action: translate(`kontor.request_can.${step.status}`),
            roles: rolesWith(permission),
          })}
        </Typography>
      )}
      {blockers.length > 0 && (
        <Alert severity="warning" role="group" sx={{ mt: 1.5 }}>
          <AlertTitle>
            {translate(`kontor.request_before.${step.status}`, {
              _: translate('kontor.requests.next_blocked'),
            })}
          </AlertTitle>
          <Blockers blockers={blockers} />
          <UseCurrentWallet request={request} blockers={blockers} />
        </Alert>
      )}
    </>
  )
}
