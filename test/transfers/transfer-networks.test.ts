import { Keypair, Message, PublicKey, SystemProgram, VersionedTransaction } from '@solana/web3.js'
import { Address, Cell, loadMessage, loadMessageRelaxed } from '@ton/core'
import { Transaction as BitcoinTransaction, address as bitcoinAddresses } from 'bitcoinjs-lib'
import { TronWeb } from 'tronweb'
import { expect, test } from 'vitest'
import { contractOf } from '../../contract/money/assets.ts'
import type { Network } from '../../contract/money/networks.ts'
import type { TransferInputs, TransferResponse } from '../../contract/wallets/transfers.ts'
import { isFull } from '../support/cases/scale.ts'
import {
  givenEntry,
  givenTransfer,
  transferPath,
  transfersOn,
  walletOn,
} from '../support/given/given-transfer.ts'
import { givenWallets } from '../support/given/given-wallets.ts'
import { paidTransaction } from '../support/outside/bitcoin-payments.ts'
import { tonTokenWallet } from '../support/outside/fake-chains.ts'
import { startServer } from '../support/service/harness.ts'
import { recipient } from '../wallets/signing/ton-payments.ts'
import { readByTronweb } from '../wallets/signing/tron-payments.ts'

const server = startServer({ env: transfersOn })
const hour = 3_600_000

/** Has a transfer on this network signed, with inputs as a person would type them, and twice the same. */
async function sign(
  network: Network,
  terms: Record<string, string>,
  to: string,
  inputs: (from: string) => TransferInputs,
) {
  const { id, owner, wallets } = await givenWallets(server)
  const wallet = walletOn(wallets, network)
  const entry = await givenEntry(owner, id, { network, address: to })
  const { id: transferId } = await givenTransfer(owner, { id, wallet, entry }, { network, ...terms })
  const before = Date.now()
  const path = transferPath(transferId, '/sign')
  const reply = await owner.post(path, { inputs: inputs(wallet.address) })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  expect((await owner.post(path, {})).body).toEqual(reply.body)
  const read: TransferResponse = (await owner.get(transferPath(transferId))).body
  const validUntil = read.signature?.valid_until
  const livesMs = validUntil ? new Date(validUntil).getTime() - before : null
  return { from: wallet.address, raw: reply.body.raw as string, signature: read.signature, livesMs }
}

test('bitcoin: amounts come from whole previous transactions, and change goes back', async () => {
  const to = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
  let previous = Buffer.alloc(0)
  const { from, raw, signature } = await sign(
    'bitcoin',
    { asset: 'BTC', amount: '100000', fee_ceiling: '20000' },
    to,
    (own) => {
      const script = bitcoinAddresses.toOutputScript(own)
      previous = Buffer.from(paidTransaction([{ script, amount: 250_000n }]))
      return {
        bitcoin: { previous: [{ transaction: previous.toString('hex'), outputs: [0] }], fee_rate: '4.5' },
      }
    },
  )
  const spent = BitcoinTransaction.fromBuffer(previous).getId()
  const parsed = BitcoinTransaction.fromHex(raw)
  const paid = parsed.outs.map(({ script, value }) => [bitcoinAddresses.fromOutputScript(script), value])
  const fee = BigInt(signature?.fee ?? 0)
  expect(paid).toEqual([
    [to, 100_000n],
    [from, 150_000n - fee],
  ])
  expect(signature).toMatchObject({ tx_id: parsed.getId(), spends: [`${spent}:0`], valid_until: null })
})

test.runIf(isFull)('bitcoin: what replaces a replacement conflicts with all that came before', async () => {
  const { id, owner, wallets } = await givenWallets(server)
  const wallet = walletOn(wallets, 'bitcoin')
  const entry = await givenEntry(owner, id, {
    network: 'bitcoin',
    address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  })
  const script = bitcoinAddresses.toOutputScript(wallet.address)
  const coins = [1, 2, 3].map((number) => ({
    transaction: Buffer.from(paidTransaction([{ script, amount: 200_000n }], { number })).toString('hex'),
    outputs: [0],
  }))
  async function sign(replaces: string | undefined, spent: number[], fee_rate: string) {
    const terms = { network: 'bitcoin', asset: 'BTC', amount: '100000', fee_ceiling: '20000' }
    const made = await givenTransfer(
      owner,
      { id, wallet, entry },
      { ...terms, ...(replaces && { replaces }) },
    )
    const previous = spent.map((index) => coins[index])
    const reply = await owner.post(transferPath(made.id, '/sign'), {
      inputs: { bitcoin: { previous, fee_rate } },
    })
    return { id: made.id, reply }
  }
  const first = await sign(undefined, [0, 1], '2')
  const second = await sign(first.id, [1, 2], '5')
  expect(second.reply.status).toBe(200)
  // The third coin conflicts with the second transaction, but the first could be carried out beside it.
  const third = await sign(second.id, [2], '9')
  expect(third.reply).toMatchObject({ status: 409, body: { code: 'replaces_nothing' } })
  expect((await sign(second.id, [1], '9')).reply.status).toBe(200)
})

test('tron: lives twelve hours', async () => {
  const to = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
  const { raw, signature, livesMs } = await sign(
    'tron',
    { asset: 'USDT', amount: '1500000', fee_ceiling: '100000000' },
    to,
    () => ({
      tron: { block_id: '0000000003f1b1d2'.padEnd(64, 'a'), balance: '200000000', token_balance: '5000000' },
    }),
  )
  const [contract] = readByTronweb(raw, 'USDT').contract
  const { data, contract_address } = contract.parameter.value
  expect(TronWeb.address.fromHex(contract_address)).toBe(contractOf('tron', 'USDT'))
  expect(TronWeb.address.fromHex(`41${data.slice(32, 72)}`)).toBe(to)
  expect(BigInt(`0x${data.slice(72)}`)).toBe(1_500_000n)
  expect(signature).toMatchObject({ amount: '1500000', spends: [] })
  expect(livesMs).toBeGreaterThan(11 * hour)
  expect(livesMs).toBeLessThan(13 * hour)
})

test('solana: lives as long as its block hash, or as its durable nonce', async () => {
  const to = Keypair.generate().publicKey
  const blockhash = Keypair.generate().publicKey.toBase58()
  const balances = { balance: '5000000000', recipient_balance: '1000000' }
  const terms = { asset: 'SOL', amount: '2000000000', fee_ceiling: '100000' }
  const short = await sign('solana', terms, to.toBase58(), () => ({ solana: { blockhash, ...balances } }))
  expect(short.livesMs).toBeLessThan(5 * 60_000)
  const { message } = VersionedTransaction.deserialize(Buffer.from(short.raw, 'base64'))
  expect(message).toBeInstanceOf(Message)
  expect(message.recentBlockhash).toBe(blockhash)
  expect(message.staticAccountKeys).toEqual(
    expect.arrayContaining([new PublicKey(short.from), to, SystemProgram.programId]),
  )

  const nonce_account = Keypair.generate().publicKey.toBase58()
  const long = await sign('solana', terms, to.toBase58(), () => ({
    solana: { nonce_account, nonce: blockhash, ...balances },
  }))
  expect(long.signature).toMatchObject({ valid_until: null, spends: [expect.any(String)] })
})

test('ton: lives an hour, and spends its seqno', async () => {
  const { from, raw, signature, livesMs } = await sign(
    'ton',
    { asset: 'TON', amount: '1500000000', fee_ceiling: '500000000' },
    recipient,
    () => ({ ton: { seqno: 7, balance: '5000000000' } }),
  )
  const message = loadMessage(Cell.fromBase64(raw).beginParse())
  expect(message.info.type).toBe('external-in')
  expect(message.info.dest?.toString()).toBe(Address.parse(from).toString())
  expect(signature?.spends).toHaveLength(1)
  expect(livesMs).toBeGreaterThan(0.9 * hour)
  expect(livesMs).toBeLessThan(1.1 * hour)
})

test('ton: tokens go out with a part of the fee, of which the rest comes back', async () => {
  const { from, raw, signature } = await sign(
    'ton',
    { asset: 'USDT', amount: '1500000', fee_ceiling: '110000000' },
    recipient,
    () => ({ ton: { seqno: 7, balance: '5000000000', token_balance: '5000000' } }),
  )
  const order = loadMessage(Cell.fromBase64(raw).beginParse()).body.refs[0] as Cell
  const { info, body } = loadMessageRelaxed(order.beginParse())
  expect(info).toMatchObject({ type: 'internal', bounce: true, value: { coins: 50_000_000n } })
  expect(tonTokenWallet(from).equals(info.dest as Address)).toBe(true)
  expect(body.beginParse().loadUint(32)).toBe(0x0f8a7ea5)
  expect(signature).toMatchObject({ amount: '1500000', fee: '100000000' })
})
