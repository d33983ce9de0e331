import { createAcquisition } from '../contract/operations/books/treasury.ts'
import { createOrganization } from '../contract/operations/organizations/organizations.ts'
import { listDeskCompanies, updateDeskCompany } from '../contract/operations/purchase-requests/papers.ts'
import {
  createPurchaseRequest,
  updatePurchaseRequestStatus,
} from '../contract/operations/purchase-requests/purchase-requests.ts'
import { confirmTransfer, createTransfer, signTransfer } from '../contract/operations/wallets/transfers.ts'
import { createWallets } from '../contract/operations/wallets/wallets.ts'
import type { OrganizationResponse } from '../contract/organizations/organizations.ts'
import type { Client } from './client.ts'
import type { Desk } from './seed-deals.ts'

const day = 24 * 3600 * 1000
const network = 'ethereum'

/** What was bought in the last weeks, at prices that rise. */
const bought = [
  {
    asset: 'USDT',
    amount: '9000',
    cost: '851400.00',
    fee: '850.00',
    daysAgo: 27,
    from: 'ООО «Обменный пункт»',
  },
  { asset: 'ETH', amount: '0.4', cost: '116800.00', daysAgo: 26, from: 'ООО «Обменный пункт»' },
  { asset: 'USDT', amount: '6500', cost: '619450.00', daysAgo: 17, from: 'Marina Exchange FZE' },
  {
    asset: 'USDT',
    amount: '4000',
    cost: '384400.00',
    fee: '400.00',
    daysAgo: 6,
    from: 'ООО «Обменный пункт»',
  },
] as const

/** What clients buy from the stock: the last one is still being sent. */
const sold = [
  { amount: '3200', isConfirmed: true },
  { amount: '1800', isConfirmed: true },
  { amount: '2600', isConfirmed: false },
] as const

/** The company of the desk has wallets of its own, has bought coins, and delivers from them. */
export async function seedTreasury(
  desk: Desk & { owner: Client },
  buyers: readonly OrganizationResponse[],
): Promise<void> {
  const { owner, operator } = desk
  const [company] = (await owner.call(listDeskCompanies)).items
  if (!company) throw new Error('A company of the desk is needed.')
  const { inn, ogrn, kpp, full_name, short_name, legal_address } = company
  const own = await operator.call(createOrganization, {
    body: { inn, ogrn, kpp, full_name, short_name, legal_address },
  })
  const { wallets } = await owner.call(createWallets, { params: { organization_id: own.id } })
  const wallet = wallets.find((one) => one.network === network)
  if (!wallet) throw new Error('The company has no wallet on ethereum.')
  await owner.call(updateDeskCompany, {
    params: { company_id: company.id },
    body: { organization_id: own.id },
  })
  for (const [index, { asset, amount, cost, daysAgo, from, ...more }] of bought.entries())
    await operator.call(createAcquisition, {
      body: {
        company_id: company.id,
        asset,
        network,
        wallet_id: wallet.id,
        amount,
        cost: { currency: 'RUB', amount: cost },
        ...more,
        acquired_at: new Date(Date.now() - daysAgo * day).toISOString(),
        counterparty: { name: from },
        reference: `З-${101 + index}`,
      },
    })
  for (const [nonce, { amount, isConfirmed }] of sold.entries()) {
    const request = await paid(desk, buyers[nonce % buyers.length] as OrganizationResponse, amount)
    const { id } = await owner.call(createTransfer, {
      body: {
        organization_id: own.id,
        network,
        asset: 'USDT',
        from_wallet_id: wallet.id,
        amount: `${amount}000000`,
        fee_ceiling: '10000000000000000',
        reason: `Поставка по заявке ${request.number}`,
        request_id: request.id,
      },
    })
    const params = { transfer_id: id }
    const fees = { max_fee_per_gas: '20000000000', max_priority_fee_per_gas: '1000000000' }
    const balances = { balance: '400000000000000000', token_balance: '19500000000' }
    await owner.call(signTransfer, {
      params,
      body: { inputs: { ethereum: { nonce, ...fees, ...balances } } },
    })
    const evidence = 'Etherscan показывает 42 подтверждения'
    if (isConfirmed) await owner.call(confirmTransfer, { params, body: { evidence } })
  }
}

async function paid({ officer, operator }: Desk, { id }: OrganizationResponse, crypto_amount: string) {
  const created = await operator.call(createPurchaseRequest, {
    body: {
      organization_id: id,
      asset: 'USDT',
      network,
      crypto_amount,
      fiat_currency: 'RUB',
      rate: '98',
      fee_amount: '1500',
      quote_expires_at: new Date(Date.now() + 2 * day).toISOString(),
    },
  })
  const params = { request_id: created.id }
  await operator.call(updatePurchaseRequestStatus, { params, body: { status: 'in_review' } })
  await officer.call(updatePurchaseRequestStatus, { params, body: { status: 'approved' } })
  const payment_reference = `П-${created.number.slice(-6)}`
  const received_amount = created.total_amount
  return operator.call(updatePurchaseRequestStatus, {
    params,
    body: { status: 'paid', payment_reference, received_amount },
  })
}
