import { Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { DeliveryResponse } from '../../contract/deals.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests.ts'
import { useDoerName } from '../shared/administrator-names.ts'
import { CopyButton } from '../shared/copy-button.tsx'
import { useFormatAmount } from '../shared/money.ts'
import type { Column } from '../shared/record-table.tsx'
import { Ago } from '../shared/time.tsx'
import { useDeliveries } from './fact-queries.ts'
import { FactSection } from './fact-section.tsx'

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
      render: ({ tx_hash }) => (
        <Box sx={{ overflowWrap: 'anywhere' }}>
          <code>{tx_hash}</code> <CopyButton text={tx_hash} what={transaction} />
        </Box>
      ),
    },
    {
      key: 'amount',
      label: translate('kontor.deal.fields.amount'),
      align: 'right',
      render: ({ amount, asset }) => format(amount, asset),
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
  ]
}
