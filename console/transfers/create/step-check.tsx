import { Alert, Box, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { coins } from '../../../contract/money/assets.ts'
import type { NewTransferBody } from '../../../contract/wallets/transfers.ts'
import { useAddressBook } from '../../address-book/book-query.ts'
import { EntryBlockers, OwnershipChip } from '../../address-book/entry-state.tsx'
import { useEntryName } from '../../address-book/use-entry-name.ts'
import { SignAlone } from '../../control/sign-alone.tsx'
import { OrganizationName } from '../../shared/names/organization-name.tsx'
import { GroupedAddress } from '../../shared/values/grouped-address.tsx'
import { LeavesTooLittle } from '../../treasury/short-position.tsx'
import { TotalSentence } from '../intent/total-sentence.tsx'
import { useUnits } from '../intent/use-units.ts'
import { NeededFuel } from './needed-fuel.tsx'
import type { Delivery } from './prepared.ts'
import { useWallets } from './wallets-query.ts'

/** What would happen, in plain words. */
export function StepCheck({ body, delivery }: { body: NewTransferBody; delivery: Delivery | null }) {
  const translate = useTranslate()
  const units = useUnits()
  const nameOf = useEntryName()
  const { data = [] } = useAddressBook(body.organization_id)
  const entry = data.find(({ id }) => id === body.address_id)
  const from = useWallets(body.organization_id)?.find(({ wallet }) => wallet.id === body.from_wallet_id)
  const { amount, asset, network } = body
  return (
    <>
      <Typography variant="h6" component="p">
        {translate('kontor.transfers.you_send', {
          amount: units.amount(amount, asset, network),
          network: translate(`kontor.network.${network}`),
          name: delivery
            ? translate('kontor.transfers.client_of', { number: delivery.number })
            : entry
              ? nameOf(entry)
              : '…',
        })}
      </Typography>
      {delivery && (
        <Box>
          <OrganizationName id={delivery.clientId} />{' '}
          <GroupedAddress address={delivery.address} memo={delivery.memo} />
        </Box>
      )}
      {entry && (
        <Box>
          <GroupedAddress address={entry.address} memo={entry.memo} />{' '}
          <OwnershipChip ownership={entry.ownership} />
          <EntryBlockers entry={entry} />
        </Box>
      )}
      {asset !== coins[network] && <NeededFuel walletId={body.from_wallet_id} />}
      {!delivery && entry?.ownership !== 'own_wallet' && (
        <LeavesTooLittle walletId={body.from_wallet_id} asset={asset} network={network} amount={amount} />
      )}
      <TotalSentence terms={body} />
      <Typography component="div">
        {translate('kontor.transfers.fields.from')}: <OrganizationName id={body.organization_id} />
        {from && (
          <>
            {' · '}
            {translate('kontor.wallets.generation', { generation: from.generation })}{' '}
            <GroupedAddress address={from.wallet.address} />
          </>
        )}
      </Typography>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {translate('kontor.transfers.fields.reason')}: {body.reason}
      </Typography>
      <Alert severity="info">{translate('kontor.transfers.not_signed_yet')}</Alert>
      <SignAlone />
    </>
  )
}
