import { Alert, Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { topUpWallet } from '../../../contract/operations/wallets/transfers.ts'
import { readWallet } from '../../../contract/operations/wallets/wallets.ts'
import { call } from '../../api/client.ts'
import { usePermission } from '../../shared/access/use-permission.ts'
import { Refusal } from '../../shared/answers/refusal.tsx'
import { useFormatAmount } from '../../shared/values/money.ts'
import { useSigning } from '../signing/signing-query.ts'

/** Says what a wallet lacks of the coin of its network to send the tokens that it holds. */
export function NeededFuel({ walletId }: { walletId: string }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const { data } = useQuery({
    queryKey: ['wallets', 'getOne', walletId],
    queryFn: ({ signal }) => call(readWallet, { params: { wallet_id: walletId }, signal }),
  })
  const fuel = data?.needs_fuel
  if (!fuel || data.status === 'retired') return null
  const text = translate('kontor.wallets.needs_fuel', { amount: format(fuel.amount, fuel.asset) })
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {text}
      <TopUp walletId={walletId} />
    </Alert>
  )
}

function TopUp({ walletId }: { walletId: string }) {
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const allowed = usePermission('transfers:manage')
  const { data: signing } = useSigning()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  if (!allowed || !signing?.is_enabled) return null

  async function prepare() {
    setBusy(true)
    setFailure(null)
    try {
      const { id } = await call(topUpWallet, { params: { wallet_id: walletId }, body: {} })
      notify('kontor.wallets.top_up_prepared', { type: 'success' })
      navigate(`/transfers/${id}/show`)
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  return (
    <>
      <br />
      {translate('kontor.wallets.top_up_help')}{' '}
      <Button size="small" variant="outlined" color="inherit" disabled={busy} onClick={prepare}>
        {translate('kontor.wallets.top_up')}
      </Button>
      {failure !== null && <Refusal error={failure} sx={{ mt: 1 }} />}
    </>
  )
}
