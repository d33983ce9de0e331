import { Alert, Button } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { isZero } from '../../../contract/money/decimal.ts'
import { moveSurplus } from '../../../contract/operations/purchase-requests/deals.ts'
import type { MoveSurplusBody } from '../../../contract/purchase-requests/deals.ts'
import { takesDeliveries } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import { call } from '../../api/client.ts'
import { usePermission } from '../../shared/access/use-permission.ts'
import { AmountInput } from '../../shared/fields/amount-input.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../../shared/forms/form-values.ts'
import { validateBody } from '../../shared/forms/validate-body.ts'
import { useFormatAmount } from '../../shared/values/money.ts'
import { withAmounts } from '../../shared/values/typed-values.ts'
import { excessOf } from './standing.ts'
import { useRecordFact } from './use-record-fact.ts'

const toBody = (values: Record<string, unknown>) => withAmounts(withoutEmpty(values), ['amount'])

/** Money above the total can stay with the desk for the next deal of the organization. */
export function SurplusNotice({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const mayMove = usePermission('requests:process')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const record = useRecordFact(close)
  const excess = excessOf(request)
  const isPossible = request.status === 'completed' || takesDeliveries.includes(request.status)
  if (!mayMove || !isPossible || isZero(excess)) return null
  const text = (name: string) => translate(`kontor.deal.surplus.${name}`)
  return (
    <Alert
      severity="info"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" size="small" onClick={() => setOpen(true)}>
          {text('move')}
        </Button>
      }
    >
      {text('help')}
      {isOpen && (
        <FormDialog
          title={`${text('move')}: ${request.number}`}
          submitLabel={text('move')}
          validate={validateBody(moveSurplus, toBody)}
          onSubmit={(values) =>
            record(
              () =>
                call(moveSurplus, {
                  params: { request_id: request.id },
                  body: toBody(values) as MoveSurplusBody,
                }),
              () => 'kontor.deal.surplus.moved',
            )
          }
          onClose={close}
        >
          <AmountInput
            source="amount"
            label={`${translate('kontor.deal.fields.amount')}, ${request.fiat_currency}`}
            help={translate('kontor.deal.surplus.most', { amount: format(excess, request.fiat_currency) })}
          />
        </FormDialog>
      )}
    </Alert>
  )
}
