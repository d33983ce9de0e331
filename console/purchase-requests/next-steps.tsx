import { Button, Stack, Tooltip, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import {
  moveRule,
  type PurchaseRequestStatus,
  purchaseRequestTransitions,
} from '../../contract/purchase-request-rules.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests.ts'
import { Section } from '../shared/section.tsx'
import { MoveDialog } from './move-dialog.tsx'

const endings = new Set<PurchaseRequestStatus>(['rejected', 'cancelled', 'failed', 'refunded'])

/** The steps that the contract's table knows from here; one that this role may not take says so. */
export function NextSteps({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const [chosen, setChosen] = useState<PurchaseRequestStatus | null>(null)
  const steps: readonly PurchaseRequestStatus[] = purchaseRequestTransitions[request.status]
  return (
    <Section title={translate('kontor.requests.next')}>
      {steps.length === 0 && (
        <Typography color="textSecondary">{translate('kontor.requests.next_none')}</Typography>
      )}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {steps.map((to, index) => {
          const allowed = request.allowed_statuses.includes(to)
          const byService = moveRule(request.status, to)?.permission === null
          if (byService) return null
          return (
            <Tooltip key={to} title={allowed ? '' : translate('kontor.requests.next_not_allowed')}>
              <span>
                <Button
                  variant={index === 0 ? 'contained' : 'outlined'}
                  color={endings.has(to) ? 'error' : 'primary'}
                  disabled={!allowed}
                  onClick={() => setChosen(to)}
                >
                  {translate(`kontor.request_action.${to}`)}
                </Button>
              </span>
            </Tooltip>
          )
        })}
      </Stack>
      {chosen && <MoveDialog request={request} to={chosen} onClose={() => setChosen(null)} />}
    </Section>
  )
}
