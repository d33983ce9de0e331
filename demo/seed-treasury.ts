import { createHash } from 'node:crypto'
import { importChainStatement } from '../contract/operations/books/chain-lines.ts'
import { createAcquisition } from '../contract/operations/books/treasury.ts'
import { createOrganization } from '../contract/operations/organizations/organizations.ts'
import { listDeskCompanies, updateDeskCompany } from '../contract/operations/purchase-requests/papers.ts'
import {
  createPurchaseRequest,
  updatePurchaseRequestStatus,
} from '../contract/operations/purchase-requests/purchase-requests.ts'
import { addAddress } from '../contract/operations/wallets/address-book.ts'
import { createTransferBatch } from '../contract/operations/wallets/transfer-batches.ts'
import { confirmTransfer, createTransfer, signTransfer } from '../contract/operations/wallets/transfers.ts'
import { createWallets } from '../contract/operations/wallets/wallets.ts'
import type { OrganizationResponse } from '../contract/organizations/organizations.ts'
import type { Client } from './client.ts'
import type { Desk } from './seed-deals.ts'

const day = 24 * 3600 * 1000
const network = 'ethereum'

const exchanger = 'ООО «Обменный пункт»'

interface Bought {
  asset: 'USDT' | 'ETH'
  on?: 'ethereum' | 'tron'
  amount: string
  cost: string
  fee?: string
  daysAgo: number
  from: string
}

/** What was bought in the last weeks, at prices that rise. The hash of the last one is still to be found. */
const purchases: Bought[] = [
  { asset: 'USDT', amount: '9000', cost: '851400.00', fee: '850.00', daysAgo: 27, from: exchanger },
  { asset: 'ETH', amount: '0.4', cost: '116800.00', daysAgo: 26, from: exchanger },
  { asset: 'USDT', amount: '6500', cost: '619450.00', daysAgo: 17, from: 'Marina Exchange FZE' },
  { asset: 'USDT', on: 'tron', amount: '18000', cost: '1719000.00', daysAgo: 11, from: exchanger },
  { asset: 'USDT', amount: '4000', cost: '384400.00', fee: '400.00', daysAgo: 6, from: exchanger },
]
const bought = purchases.map(({ on = network, ...one }, index) => ({
  on,
  ...one,
  tx_hash: index === purchases.length - 1 ? undefined : hashOf(index + 1, on),
}))

/** What clients buy from the stock: the last one is still being sent. */
const sold = [
  { amount: '3200', isConfirmed: true },
  { amount: '1800', isConfirmed: true },
  { amount: '2600', isConfirmed: false },
] as const

/** What is still to be sent, approved as one. */
const together = ['900', '1400', '700'] as const

/** The company of the desk has wallets of its own, has bought coins, delivers from them, and knows what the chain lists. */
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
  const walletOn = (place: string) => {
    const wallet = wallets.find((one) => one.network === place)
    if (!wallet) throw new Error(`The company has no wallet on ${place}.`)
    return wallet
  }
  const wallet = walletOn(network)
  await owner.call(updateDeskCompany, {
    params: { company_id: company.id },
    body: {
      organization_id: own.id,
      fuel_wallets: [
        { wallet_id: wallet.id, most_amount: '50000000000000000', most_fee: '5000000000000000' },
      ],
    },
  })
  for (const [index, { asset, on, amount, cost, fee, tx_hash, daysAgo, from }] of bought.entries())
    await operator.call(createAcquisition, {
      body: {
        company_id: company.id,
        asset,
        network: on,
        wallet_id: walletOn(on).id,
        amount,
        cost: { currency: 'RUB', amount: cost },
        fee: fee ?? null,
        tx_hash: tx_hash ?? null,
        acquired_at: before(daysAgo),
        counterparty: { name: from },
        reference: `З-${101 + index}`,
      },
    })
  // An exchange credits by the memo.
  await owner.call(addAddress, {
    params: { organization_id: own.id },
    body: {
      network: 'ton',
      address: 'UQAj-peZGPH-cC25EAv4Q-h8cBXszTmkch6ba6wXC8BM40qt',
      label: 'Биржа, депозит',
      owner: full_name,
      memo: '10482217',
    },
  })

  const prepare = async (amount: string, at: number) => {
    const request = await paid(desk, buyers[at % buyers.length] as OrganizationResponse, amount)
    return owner.call(createTransfer, {
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
  }
  const sent: ChainRow[] = []
  for (const [nonce, { amount, isConfirmed }] of sold.entries()) {
    const params = { transfer_id: (await prepare(amount, nonce)).id }
    const fees = { max_fee_per_gas: '20000000000', max_priority_fee_per_gas: '1000000000' }
    const balances = { balance: '400000000000000000', token_balance: '19500000000' }
    const { tx_id } = await owner.call(signTransfer, {
      params,
      body: { inputs: { ethereum: { nonce, ...fees, ...balances } } },
    })
    const evidence = 'Etherscan показывает 42 подтверждения'
    if (!isConfirmed) continue
    await owner.call(confirmTransfer, { params, body: { evidence } })
    sent.push({
      daysAgo: 0,
      asset: 'USDT',
      amount: `-${amount}`,
      tx_hash: tx_id,
      fee: '0.0013',
    })
  }
  const members = []
  for (const [at, amount] of together.entries()) members.push((await prepare(amount, sold.length + at)).id)
  const reason = 'Поставки дня одним решением'
  await owner.call(createTransferBatch, { body: { transfer_ids: members, reason } })

  const form = new FormData()
  const file = chainStatement(wallet.address, [...listed, ...sent])
  form.set('file', new File([file], 'etherscan.csv', { type: 'text/csv' }))
  await operator.call(importChainStatement, { body: form })
}

interface ChainRow {
  daysAgo: number
  asset: string
  amount: string
  tx_hash: string
  fee?: string
  counterparty?: string
}

/** Receipts of what was bought; one that nobody expects, and one so small that it is ignored. */
const listed: readonly ChainRow[] = [
  ...bought
    .filter(({ on }) => on === network)
    .map(({ daysAgo, asset, amount, from, tx_hash = hashOf(9, network) }) => ({
      daysAgo,
      asset,
      amount,
      tx_hash,
      counterparty: from,
    })),
  { daysAgo: 9, asset: 'USDT', amount: '250', tx_hash: hashOf(7, network) },
  { daysAgo: 4, asset: 'USDT', amount: '0.000001', tx_hash: hashOf(8, network) },
]

/** Invented. */
function hashOf(number: number, on: 'ethereum' | 'tron'): string {
  const digits = createHash('sha256').update(`transaction ${number}`).digest('hex')
  return on === 'ethereum' ? `0x${digits}` : digits
}

function chainStatement(wallet: string, rows: readonly ChainRow[]): string {
  const lines = rows.map(({ daysAgo, asset, amount, tx_hash, fee = '', counterparty = '' }) =>
    [before(daysAgo), network, wallet, asset, amount, tx_hash, counterparty, fee].join(';'),
  )
  return ['time;network;wallet;asset;amount;tx_hash;counterparty;fee', ...lines, ''].join('\n')
}

const before = (daysAgo: number) => new Date(Date.now() - daysAgo * day).toISOString()

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
