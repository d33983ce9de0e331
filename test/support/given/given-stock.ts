import { expect } from 'vitest'
import type { TransferResponse } from '../../../contract/wallets/transfers.ts'
import type { Client, TestServer } from '../service/harness.ts'
import { givenCompany } from './given-paper.ts'
import { approve, givenRequest, review } from './given-purchase-request.ts'
import { eth, givenPaidRequest, walletOn } from './given-transfer.ts'
import { givenWallets } from './given-wallets.ts'

/** An own organization with wallets, and a paid request of a client for a tenth of an ETH. */
export async function givenStock(server: TestServer, by?: Client) {
  const own = await givenOwnOrganization(server, by)
  const paid = await givenPaidRequest(server, own.owner)
  return { ...own, request: paid.request, client: paid.payer }
}

export async function givenOwnOrganization(server: TestServer, by?: Client) {
  const { id, owner, wallets } = await givenWallets(server, by)
  const company = await givenCompany(owner, { organization_id: id })
  return { id, owner, company, wallet: walletOn(wallets, 'ethereum') }
}

/** One more paid request of the same client. */
export function givenAnother(
  owner: Client,
  { id, entry }: { id: string; entry: { id: string } },
  crypto_amount = '0.1',
) {
  const terms = { asset: 'ETH', network: 'ethereum', crypto_amount, rate: '100000', fee_amount: '0' }
  const received_amount = String(Number(crypto_amount) * 100_000)
  const pay = { status: 'paid', payment_reference: `P-${crypto_amount}`, received_amount }
  return givenRequest(owner, id, { ...terms, wallet_id: entry.id }, review, approve, pay)
}

type Stock = Pick<Awaited<ReturnType<typeof givenStock>>, 'id' | 'wallet'>

/** The body of a transfer that delivers a tenth of an ETH from the desk. */
export function newDelivery(
  { id, wallet }: Stock,
  request: { id: string },
  overrides: Record<string, unknown> = {},
) {
  return {
    organization_id: id,
    network: 'ethereum',
    asset: 'ETH',
    from_wallet_id: wallet.id,
    amount: String(eth / 10n),
    fee_ceiling: String(eth / 100n),
    reason: 'Поставка по заявке',
    request_id: request.id,
    ...overrides,
  }
}

export async function givenDelivery(
  owner: Client,
  stock: Stock,
  request: { id: string },
  overrides: Record<string, unknown> = {},
): Promise<TransferResponse> {
  const reply = await owner.post('/v1/transfers', newDelivery(stock, request, overrides))
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body
}
