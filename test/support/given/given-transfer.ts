import { randomBytes } from 'node:crypto'
import { Wallet } from 'ethers'
import { expect } from 'vitest'
import type { Network } from '../../../contract/money/networks.ts'
import type { TransferInputs, TransferResponse } from '../../../contract/wallets/transfers.ts'
import type { WalletResponse } from '../../../contract/wallets/wallets.ts'
import type { Client, TestServer } from '../service/harness.ts'
import { approve, givenBuyer, givenRequest, review } from './given-purchase-request.ts'
import { givenWallets, walletsPath } from './given-wallets.ts'

/** What tests of transfers start a server with. */
export const transfersOn = { KONTOR_TRANSFERS: 'on' }

export const eth = 10n ** 18n
export const gwei = 10n ** 9n

/** What a wallet on ethereum needs to send: it has one ETH and 1,000 USDT. */
export function ethereumInputs(
  nonce: number,
  overrides: Partial<NonNullable<TransferInputs['ethereum']>> = {},
): { inputs: TransferInputs } {
  return {
    inputs: {
      ethereum: {
        nonce,
        max_fee_per_gas: String(20n * gwei),
        max_priority_fee_per_gas: String(gwei),
        balance: String(eth),
        token_balance: '1000000000',
        ...overrides,
      },
    },
  }
}

export function walletOn(wallets: readonly WalletResponse[], network: Network): WalletResponse {
  const wallet = wallets.find((one) => one.network === network)
  if (!wallet) throw new Error(`no wallet on ${network}`)
  return wallet
}

/** An organization with wallets, and an entry of its address book on ethereum. */
export async function givenPayer(server: TestServer, by?: Client) {
  const { id, owner, wallets } = await givenWallets(server, by)
  const wallet = walletOn(wallets, 'ethereum')
  const entry = await givenEntry(owner, id)
  return { id, owner, wallets, wallet, entry }
}

export async function givenEntry(
  client: Client,
  organizationId: string,
  given: { network?: Network; address?: string; label?: string } = {},
): Promise<{ id: string; address: string }> {
  const reply = await client.post(`/v1/organizations/${organizationId}/addresses`, {
    network: 'ethereum',
    // Not `createRandom`, which makes a mnemonic first.
    address: new Wallet(`0x${randomBytes(32).toString('hex')}`).address,
    label: 'Биржа',
    owner: 'ООО «Ромашка»',
    ...given,
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body
}

/** A paid request for a tenth of an ETH, to a current wallet; a retired one has the coins. */
export async function givenPaidRequest(server: TestServer, by?: Client) {
  const owner = by ?? (await server.signIn('owner'))
  const { id } = await givenBuyer(server)
  await server.db.deleteFrom('wallets').where('organization_id', '=', id).execute()
  await server.db.deleteFrom('wallet_seeds').where('organization_id', '=', id).execute()
  const first = (await owner.post(walletsPath(id, '/create'))).body.wallets
  const second = (await owner.post(walletsPath(id, '/replace'), { reason: 'Утечка' })).body.wallets
  const [wallet, entry] = [walletOn(first, 'ethereum'), walletOn(second, 'ethereum')]
  const terms = { asset: 'ETH', network: 'ethereum', crypto_amount: '0.1', rate: '100000', fee_amount: '0' }
  const pay = { status: 'paid', payment_reference: 'P-1', received_amount: '10000' }
  const request = await givenRequest(owner, id, { ...terms, wallet_id: entry.id }, review, approve, pay)
  return { owner, request, payer: { id, wallet, entry } }
}

type Payer = { id: string; wallet: WalletResponse; entry: { id: string } }

/** The body of a transfer of a tenth of an ETH. */
export function newTransfer({ id, wallet, entry }: Payer, overrides: Record<string, unknown> = {}) {
  return {
    organization_id: id,
    network: 'ethereum',
    asset: 'ETH',
    from_wallet_id: wallet.id,
    amount: String(eth / 10n),
    address_id: entry.id,
    fee_ceiling: String(eth / 100n),
    reason: 'Поставка по договору',
    ...overrides,
  }
}

export async function givenTransfer(
  client: Client,
  payer: Payer,
  overrides: Record<string, unknown> = {},
): Promise<TransferResponse> {
  const reply = await client.post('/v1/transfers', newTransfer(payer, overrides))
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body
}

export async function givenSigned(
  client: Client,
  payer: Payer,
  nonce: number,
  overrides: Record<string, unknown> = {},
) {
  const transfer = await givenTransfer(client, payer, overrides)
  // Some tests begin with a nonce beyond the next one, which needs a reason.
  const headers = { 'kontor-reason': 'An older wallet' }
  const reply = await client.post(transferPath(transfer.id, '/sign'), ethereumInputs(nonce), headers)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return { transfer, signed: reply.body as { tx_id: string; raw: string } }
}

export function transferPath(id: string, what = ''): string {
  return `/v1/transfers/${id}${what}`
}

/** The transfers that hold what they spend. */
export function livingSpends(server: TestServer, fromAddress: string) {
  return server.db
    .selectFrom('transfer_spends')
    .select(['transfer_id', 'key'])
    .where('from_address', '=', fromAddress)
    .where('is_living', '=', true)
    .orderBy('key')
    .execute()
}
