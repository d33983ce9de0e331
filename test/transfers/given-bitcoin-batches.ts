import { randomBytes } from 'node:crypto'
import { address as addresses, Transaction } from 'bitcoinjs-lib'
import { expect } from 'vitest'
import type { TransferBatchDetailsResponse } from '../../contract/wallets/transfer-batches.ts'
import type { WalletResponse } from '../../contract/wallets/wallets.ts'
import { givenOwnOrganization } from '../support/given/given-stock.ts'
import { givenEntry, givenTransfer, walletOn } from '../support/given/given-transfer.ts'
import { paidTransaction } from '../support/outside/bitcoin-payments.ts'
import type { Client, TestServer } from '../support/service/harness.ts'
import { batchPath, make } from './given-batches.ts'

export type BitcoinDesk = Awaited<ReturnType<typeof givenBitcoinDesk>>

/** Sources: BIP-173, BIP-350, and well-known addresses. One of each kind. */
export const recipients = [
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
]

/** An own organization that pays from its wallet on bitcoin. */
export async function givenBitcoinDesk(server: TestServer, by?: Client) {
  const own = await givenOwnOrganization(server, by)
  const { items } = (await own.owner.get(`/v1/organizations/${own.id}/wallets/generations`)).body
  return { ...own, wallet: walletOn(items[0].wallets as WalletResponse[], 'bitcoin') }
}

export const terms = { network: 'bitcoin', asset: 'BTC', fee_ceiling: '2000' }

/** A draft for each of these amounts, to the recipients in turn. */
export async function givenBitcoinDrafts(desk: BitcoinDesk, amounts: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const [at, amount] of amounts.entries()) {
    const address = recipients[at % recipients.length] as string
    const entry = await entryOf(desk, address)
    ids.push((await givenTransfer(desk.owner, { ...desk, entry }, { ...terms, amount })).id)
  }
  return ids
}

async function entryOf({ owner, id }: BitcoinDesk, address: string): Promise<{ id: string }> {
  const { items } = (await owner.get(`/v1/organizations/${id}/addresses`)).body
  const known = items.find((one: { address: string }) => one.address === address)
  return known ?? givenEntry(owner, id, { network: 'bitcoin', address })
}

export async function givenBitcoinBatch(
  server: TestServer,
  amounts: readonly string[],
  by?: Client,
): Promise<{ desk: BitcoinDesk; batch: TransferBatchDetailsResponse }> {
  const desk = await givenBitcoinDesk(server, by)
  const reply = await make(desk.owner, await givenBitcoinDrafts(desk, amounts))
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return { desk, batch: reply.body }
}

/** Coins of the wallet, as somebody types them. No two calls name the same. */
export function coinsOf({ wallet }: BitcoinDesk, amount = 10_000_000n) {
  const number = randomBytes(4).readUInt32LE()
  const script = addresses.toOutputScript(wallet.address)
  const transaction = Buffer.from(paidTransaction([{ script, amount }], { number })).toString('hex')
  return { bitcoin: { previous: [{ transaction, outputs: [0] }], fee_rate: '4.5' } }
}

export function signWith(
  by: Client,
  { id, transfers }: Pick<TransferBatchDetailsResponse, 'id' | 'transfers'>,
  inputs: ReturnType<typeof coinsOf>,
) {
  return by.post(batchPath(id, '/sign'), { inputs: [{ transfer_id: transfers[0]?.id, inputs }] })
}

/** What another library reads in it: address and amount of each output. */
export function outputsOf(raw: string): [address: string, amount: string][] {
  return Transaction.fromHex(raw).outs.map(({ script, value }) => [addressOf(script), String(value)])
}

/** Taproot is written without the curve, which the library would want to check the key. */
function addressOf(script: Uint8Array): string {
  const [version] = script
  return version === 0x51
    ? addresses.toBech32(script.subarray(2), 1, 'bc')
    : addresses.fromOutputScript(script)
}
