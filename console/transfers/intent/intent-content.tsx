import { Alert, Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { ApprovalResponse } from '../../../contract/control/approvals.ts'
import type { PurchaseAsset } from '../../../contract/money/assets.ts'
import type { Network } from '../../../contract/money/networks.ts'
import { AlikeDestination } from '../../address-book/alike-addresses.tsx'
import { OwnershipChip } from '../../address-book/entry-state.tsx'
import { useEntryName } from '../../address-book/use-entry-name.ts'
import { OrganizationName } from '../../shared/names/organization-name.tsx'
import { CopiedDetail } from '../../shared/values/copied-detail.tsx'
import { Detail } from '../../shared/values/details.tsx'
import { GroupedAddress } from '../../shared/values/grouped-address.tsx'
import { useFormatAmount } from '../../shared/values/money.ts'
import { TotalSentence } from './total-sentence.tsx'
import { useUnits } from './use-units.ts'

/** What was put into the approval of a signature: the intent, with amounts in base units beside those for people. */
interface IntentContent {
  network: Network
  asset: PurchaseAsset
  amount_units: string
  from_generation: number
  from_address: string
  to_address: string
  memo?: string
  to_label: string | null
  to_ownership: 'own_wallet' | 'signed_message' | 'declared'
  fee_ceiling_units: string
  reason: string
  request_id: string | null
  /** Whose request a wallet of the desk delivers. */
  client_id?: string
  request_number: string | null
  replaces: string | null
  /** `amount_units` is everything, as a number. */
  sends_all?: boolean
  /** What may leave the wallet, by asset. Approvals of before have none. */
  leaves?: Record<string, string>
  /** What the delivery that it makes is worth, by currency. */
  worth?: Record<string, string>
  /** Only if it is beyond the next one that is known. */
  nonce?: string
  next_nonce?: string
}

/** The intent of a transfer that somebody votes on, as rows. */
export function IntentContent({ approval }: { approval: ApprovalResponse }) {
  const translate = useTranslate()
  const units = useUnits()
  const amount = useFormatAmount()
  const nameOf = useEntryName()
  const intent = approval.content as unknown as IntentContent
  const { network, asset, amount_units, fee_ceiling_units } = intent
  const label = (name: string) => translate(`kontor.transfers.fields.${name}`)
  const terms = { network, asset, amount: amount_units, fee_ceiling: fee_ceiling_units }
  return (
    <>
      <Detail label={label('amount')}>
        {units.amount(amount_units, asset, network)}
        {intent.sends_all && ` (${translate('kontor.transfers.sends_all')})`}
      </Detail>
      <Detail label={label('network')}>{translate(`kontor.network.${network}`)}</Detail>
      <Detail label={label('fee')}>{units.fee(fee_ceiling_units, network)}</Detail>
      <Detail label={label('total')} wide>
        <TotalSentence terms={terms} />
      </Detail>
      {intent.leaves && (
        <Detail label={label('leaves')} wide>
          {Object.entries(intent.leaves)
            .map(([currency, value]) => amount(value, currency))
            .join(' + ')}
        </Detail>
      )}
      <Detail label={label('worth')}>
        {intent.worth && Object.entries(intent.worth).map(([currency, value]) => amount(value, currency))}
      </Detail>
      {intent.nonce !== undefined && (
        <Detail label={label('nonce')} wide>
          <Alert severity="warning">
            {translate('kontor.transfers.nonce_beyond', { nonce: intent.nonce, next: intent.next_nonce })}
          </Alert>
        </Detail>
      )}
      <Detail label={label('to')} wide>
        <Box component="span" sx={{ display: 'block', fontWeight: 600 }}>
          {intent.client_id ? (
            <OrganizationName id={intent.client_id} />
          ) : (
            nameOf({ label: intent.to_label, owner: null })
          )}
        </Box>
        <GroupedAddress address={intent.to_address} memo={intent.memo} what={label('to')} />{' '}
        {!intent.client_id && <OwnershipChip ownership={intent.to_ownership} />}
      </Detail>
      <AlikeDestination approval={approval} />
      <Detail label={label('from')} wide>
        <GroupedAddress address={intent.from_address} what={label('from')} />{' '}
        {translate('kontor.wallets.generation', { generation: intent.from_generation })}
      </Detail>
      <Detail label={label('reason')} wide>
        {intent.reason}
      </Detail>
      <Detail label={label('request')}>
        {intent.request_id && (
          <Link to={`/purchase-requests/${intent.request_id}/show`}>{intent.request_number}</Link>
        )}
      </Detail>
      <Detail label={label('replaces')}>
        {intent.replaces && (
          <Link to={`/transfers/${intent.replaces}/show`}>{translate('kontor.transfers.open')}</Link>
        )}
      </Detail>
    </>
  )
}

interface ReleaseContent {
  network: Network
  asset: PurchaseAsset
  amount: string
  to_address: string
  memo?: string
  tx_id: string | null
  digest: string
  evidence: string
  /** How many transfers its transaction makes, if more than this one. */
  transfers?: number
}

/** A signed transfer that somebody wants to give up, and why. */
export function ReleaseContent({ approval: { content } }: { approval: ApprovalResponse }) {
  const translate = useTranslate()
  const units = useUnits()
  const { network, asset, amount, to_address, memo, ...others } = content as unknown as ReleaseContent
  const label = (name: string) => translate(`kontor.transfers.fields.${name}`)
  return (
    <>
      <Detail label={label('amount')}>{units.amount(amount, asset, network)}</Detail>
      <Detail label={label('network')}>{translate(`kontor.network.${network}`)}</Detail>
      <Detail label={label('to')} wide>
        <GroupedAddress address={to_address} memo={memo} what={label('to')} />
      </Detail>
      <CopiedDetail label={label('tx_id')} value={others.tx_id} wide />
      {others.transfers !== undefined && (
        <Detail label={translate('kontor.transfer_batches.released_together')}>{others.transfers}</Detail>
      )}
      <CopiedDetail label={label('digest')} value={others.digest} wide />
      <Detail label={label('evidence')} wide>
        {others.evidence}
      </Detail>
    </>
  )
}
