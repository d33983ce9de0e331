import { Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { WalletGenerationResponse, WalletResponse } from '../../contract/wallets/wallets.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { useSigning } from './signing/signing-query.ts'

/** Prepares a transfer of all that is left on a retired wallet. */
export function SweepButton({
  wallet,
  current,
}: {
  wallet: WalletResponse
  current: WalletGenerationResponse
}) {
  const translate = useTranslate()
  const allowed = usePermission('transfers:manage')
  const { data } = useSigning()
  const to = current.wallets.find(({ network }) => network === wallet.network)
  if (!allowed || !data?.is_enabled || !to) return null
  const search = new URLSearchParams({
    organization_id: wallet.organization_id,
    wallet_id: wallet.id,
    address_id: to.id,
    amount: 'all',
  })
  return (
    <Button
      size="small"
      component={Link}
      to={`/transfers/create?${search}`}
      aria-label={`${translate('kontor.transfers.sweep')}: ${translate(`kontor.network.${wallet.network}`)}`}
    >
      {translate('kontor.transfers.sweep')}
    </Button>
  )
}
