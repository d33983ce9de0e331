import { addAddress } from '../contract/operations/wallets/address-book.ts'
import { createTransfer } from '../contract/operations/wallets/transfers.ts'
import { listWallets } from '../contract/operations/wallets/wallets.ts'
import type { OrganizationResponse } from '../contract/organizations/organizations.ts'
import type { Client } from './client.ts'

/** A transfer that is to be signed, to an address of the address book. Returns its id. */
export async function seedTransfers(owner: Client, payer: OrganizationResponse | undefined): Promise<string> {
  if (!payer) throw new Error('An organization is needed.')
  const params = { organization_id: payer.id }
  const wallets = await owner.call(listWallets, { params })
  const wallet = wallets.find(({ network }) => network === 'ethereum')
  if (!wallet) throw new Error('The organization has no wallet on ethereum.')
  const entry = await owner.call(addAddress, {
    params,
    body: {
      network: 'ethereum',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      label: 'Биржа',
      owner: payer.full_name,
    },
  })
  const { id } = await owner.call(createTransfer, {
    body: {
      organization_id: payer.id,
      network: 'ethereum',
      asset: 'USDT',
      from_wallet_id: wallet.id,
      amount: '2500000000',
      address_id: entry.id,
      fee_ceiling: '10000000000000000',
      reason: 'Вывод на биржу по заявлению клиента от 17 ноября',
    },
  })
  return id
}
