import { useQuery } from '@tanstack/react-query'
import { listWalletGenerations } from '../../../contract/operations/wallets/wallets.ts'
import type { WalletResponse } from '../../../contract/wallets/wallets.ts'
import { call } from '../../api/client.ts'

export interface KnownWallet {
  wallet: WalletResponse
  generation: number
  isRetired: boolean
}

/** All wallets of an organization, the current ones first; undefined while they are loading. */
export function useWallets(organizationId: string): KnownWallet[] | undefined {
  const { data } = useQuery({
    queryKey: ['wallets', organizationId],
    queryFn: ({ signal }) =>
      call(listWalletGenerations, { params: { organization_id: organizationId }, signal }),
  })
  return data?.items.flatMap(({ wallets, generation, status }) =>
    wallets.map((wallet) => ({ wallet, generation, isRetired: status === 'retired' })),
  )
}
