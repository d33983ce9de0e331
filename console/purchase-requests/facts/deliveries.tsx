import { Box } from '@mui/material'
import { BooleanInput, DateTimeInput, TextInput, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { reverseDelivery } from '../../../contract/operations/purchase-requests/deals.ts'
import type { DeliveryResponse, ReverseDeliveryBody } from '../../../contract/purchase-requests/deals.ts'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import { call } from '../../api/client.ts'
import { withoutEmpty } from '../../shared/forms/form-values.ts'
import { validateBody } from '../../shared/forms/validate-body.ts'
import type { Column } from '../../shared/lists/record-table.tsx'
import { useDoerName } from '../../shared/names/administrator-names.ts'
import { Ago, Time } from '../../shared/time/time.tsx'
import { CopyButton } from '../../shared/values/copy-button.tsx'
import { useFormatAmount } from '../../shared/values/money.ts'
import { withInstants } from '../../shared/values/typed-values.ts'
import { useDeliveries } from './fact-queries.ts'
import { FactSection } from './fact-section.tsx'
import { Reversal } from './reversal.tsx'

type Values = Record<string, unknown>

/** Coins that were sent. Recording one is a next step of the request. */
export function Deliveries({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const query = useDeliveries(request)
  const columns = useColumns()
  if (!query.data?.length) return null
  return (
    <FactSection
      title={translate('kontor.deal.deliveries')}
      query={query}
      columns={columns}
      empty={translate('kontor.deal.deliveries_empty')}
    />
  )
}

function useColumns(): Column<DeliveryResponse>[] {
  const translate = useTranslate()
  const format = useFormatAmount()
  const doer = useDoerName()
  const transaction = translate('kontor.requests.fields.tx_hash')
  return [
    {
      key: 'tx_hash',
      label: transaction,
      render: ({ tx_hash, output }) => (
        <Box sx={{ overflowWrap: 'anywhere' }}>
          <code>{output === null ? tx_hash : `${tx_hash}:${output}`}</code>{' '}
          <CopyButton text={tx_hash} what={transaction} />
        </Box>
      ),
    },
    {
      key: 'amount',
      label: translate('kontor.deal.fields.amount'),
      align: 'right',
      render: ({ amount, asset, reversed }) => (
        <Box component={reversed ? 's' : 'span'}>{format(amount, asset)}</Box>
      ),
    },
    {
      key: 'delivered_at',
      label: translate('kontor.deal.fields.delivered_at'),
      render: ({ delivered_at }) => <Time at={delivered_at} />,
    },
    {
      key: 'recorded',
      label: translate('kontor.deal.fields.recorded'),
      render: ({ recorded_by, recorded_at }) => (
        <>
          {doer(recorded_by)} · <Ago at={recorded_at} />
        </>
      ),
    },
    {
      key: 'state',
      label: translate('kontor.deal.fields.state'),
      render: (delivery) => <State delivery={delivery} />,
    },
  ]
}

/** The coins came back only if somebody says with which transaction. */
function toBody({ is_returned, tx_hash, returned_at, ...values }: Values): Values {
  const returned = withInstants(withoutEmpty({ tx_hash, at: returned_at }), ['at'])
  return { ...withoutEmpty(values), ...(is_returned === true && { returned }) }
}

/** The fields are not below `returned`: where they are said to be wrong, they are found by their names. */
function validate(values: Values): Values {
  const { returned, ...errors } = validateBody(reverseDelivery, toBody)(values) as Values & {
    returned?: { tx_hash?: unknown; at?: unknown }
  }
  return {
    ...errors,
    ...(returned?.tx_hash !== undefined && { tx_hash: returned.tx_hash }),
    ...(returned?.at !== undefined && { returned_at: returned.at }),
  }
}

function State({ delivery }: { delivery: DeliveryResponse }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const { id, request_id, amount, asset, tx_hash } = delivery
  return (
    <Reversal
      fact={delivery}
      name={tx_hash}
      text={translate('kontor.deal.reverse')}
      help={translate('kontor.deal.reverse_delivery_help', { amount: format(amount, asset) })}
      done="kontor.deal.done.reverse_delivery"
      validate={validate}
      send={(values) =>
        call(reverseDelivery, {
          params: { request_id, delivery_id: id },
          body: toBody(values) as ReverseDeliveryBody,
        })
      }
    >
      <Returned />
    </Reversal>
  )
}

function Returned() {
  const translate = useTranslate()
  const isReturned = useWatch({ name: 'is_returned' })
  const label = (name: string) => translate(`kontor.deal.fields.${name}`)
  return (
    <>
      <BooleanInput source="is_returned" label={label('is_returned')} helperText={false} />
      {isReturned && (
        <>
          <TextInput
            source="tx_hash"
            label={label('returned_tx_hash')}
            required
            helperText={false}
            parse={(value: string) => value.trim()}
          />
          <DateTimeInput source="returned_at" label={label('returned_at')} helperText={false} />
        </>
      )}
    </>
  )
}
