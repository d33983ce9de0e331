import { Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { ApprovalResponse } from '../../../contract/control/approvals.ts'
import type { Network } from '../../../contract/money/networks.ts'
import { CopiedDetail } from '../../shared/values/copied-detail.tsx'
import { Detail } from '../../shared/values/details.tsx'
import { GroupedAddress } from '../../shared/values/grouped-address.tsx'
import { useFormatAmount } from '../../shared/values/money.ts'

/** What was put into the approval of a batch of transfers. */
interface Content {
  network: Network
  from_address: string
  digest: string
  transfers: number
  recipients: number
  sums: Record<string, string>
  fee_asset: string
  fee_ceiling: string
  leaves: Record<string, string>
  /** What its deliveries are worth, by currency. */
  worth?: Record<string, string>
  reason: string
  /** One line for each transfer. */
  payments: string[]
}

/** The batch that somebody votes on, as rows. */
export function BatchContent({ approval }: { approval: ApprovalResponse }) {
  const translate = useTranslate()
  const amount = useFormatAmount()
  const content = approval.content as unknown as Content
  const label = (name: string) => translate(`kontor.transfers.fields.${name}`)
  const text = (name: string) => translate(`kontor.transfer_batches.${name}`)
  const inWords = (amounts: Record<string, string>) =>
    Object.entries(amounts)
      .map(([asset, value]) => amount(value, asset))
      .join(' + ')
  return (
    <>
      <Detail label={label('amount')}>{inWords(content.sums)}</Detail>
      <Detail label={label('network')}>{translate(`kontor.network.${content.network}`)}</Detail>
      <Detail label={label('fee')}>{amount(content.fee_ceiling, content.fee_asset)}</Detail>
      <Detail label={label('leaves')} wide>
        {inWords(content.leaves)}
      </Detail>
      <Detail label={label('worth')}>{content.worth && inWords(content.worth)}</Detail>
      <Detail label={text('transfers')}>{content.transfers}</Detail>
      <Detail label={text('recipients')}>{content.recipients}</Detail>
      <Detail label={label('to')} wide>
        {content.payments.map((payment, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two payments may be the same
          <Box key={index} sx={{ overflowWrap: 'anywhere' }}>
            {payment}
          </Box>
        ))}
      </Detail>
      <Detail label={label('from')} wide>
        <GroupedAddress address={content.from_address} what={label('from')} />
      </Detail>
      <Detail label={label('reason')} wide>
        {content.reason}
      </Detail>
      <CopiedDetail label={label('digest')} value={content.digest} wide />
    </>
  )
}
