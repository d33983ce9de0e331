import { useTranslate } from 'react-admin'
import type { ListedWallet } from '../../contract/wallets/wallets.ts'
import { useFormatTime } from '../shared/time/time.tsx'
import { useFormatAmount } from '../shared/values/money.ts'

type Balances = Pick<ListedWallet, 'balances'>

/** What is on a wallet, in one line. Assets of which there is nothing are left out, unless there is none at all. */
export function useBalanceText() {
  const translate = useTranslate()
  const format = useFormatAmount()
  const formatTime = useFormatTime()
  const line = (amounts: { asset: string; amount: string }[]) => {
    const held = amounts.filter(({ amount }) => amount !== '0')
    return (held.length > 0 ? held : amounts.slice(0, 1))
      .map(({ asset, amount }) => format(amount, asset))
      .join(' · ')
  }
  const onChain = ({ balances }: Balances) => {
    const known = balances.flatMap(({ asset, on_chain }) =>
      on_chain === null ? [] : [{ asset, amount: on_chain }],
    )
    return known.length > 0 ? line(known) : translate('kontor.wallets.holding.unknown')
  }
  return {
    booked: ({ balances }: Balances) =>
      line(balances.map(({ asset, booked }) => ({ asset, amount: booked }))),
    onChain,
    /** With when the node was asked. */
    onChainAt: (wallet: Balances) => {
      const last = wallet.balances.flatMap(({ checked_at }) => checked_at ?? []).toSorted()[0]
      if (last === undefined) return onChain(wallet)
      return translate('kontor.wallets.checked', { amount: onChain(wallet), time: formatTime(last) })
    },
  }
}
