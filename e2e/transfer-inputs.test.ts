import { Keypair } from '@solana/web3.js'
import { address as bitcoinAddresses } from 'bitcoinjs-lib'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Network } from '../contract/money/networks.ts'
import { givenEntry, givenTransfer, transfersOn, walletOn } from '../test/support/given/given-transfer.ts'
import { givenWallets } from '../test/support/given/given-wallets.ts'
import { paidTransaction } from '../test/support/outside/bitcoin-payments.ts'
import { recipient as tonRecipient } from '../test/wallets/signing/ton-payments.ts'
import { expectAccessible, type looks, startConsole } from './harness.ts'
import { wordsOf } from './words.ts'

const console = startConsole({ env: transfersOn })
type Look = (typeof looks)[number]
const wide: Look = { locale: 'en-US', width: 1440, colorScheme: 'light' }
const narrow: Look = { locale: 'ru-RU', width: 390, colorScheme: 'dark' }

/** The dialog in which a transfer of this network is signed, without a node. */
async function openSigning(network: Network, look: Look, terms: Record<string, string>, to: string) {
  console.expectRefusal(422)
  const words = wordsOf(look.locale)
  const { id, owner, wallets } = await givenWallets(console.server)
  const wallet = walletOn(wallets, network)
  const entry = await givenEntry(owner, id, { network, address: to })
  const transfer = await givenTransfer(owner, { id, wallet, entry }, { network, ...terms })
  const page = await console.open('custodian', { ...look, place: `/transfers/${transfer.id}/show` })
  const { sign, signed, export: exported } = words.transfers
  await page.getByRole('button', { name: sign, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: sign })
  return {
    words,
    wallet,
    page,
    dialog,
    field: (name: string) => dialog.getByRole('textbox', { name }),
    submit: () => dialog.getByRole('button', { name: sign }).click(),
    /** Signs, and returns what is exported. */
    async finish(): Promise<string | null> {
      await expectAccessible(page, '[role="dialog"]')
      await dialog.getByRole('button', { name: sign }).click()
      await page.getByText(signed).waitFor()
      await page.getByText(words.transfers.what_now_without_node).waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: exported }).click()
      const region = page.getByRole('region', { name: words.transfers.raw })
      return region.textContent()
    },
  }
}

/** The sentence is at the field, and not only somewhere in the dialog. */
async function expectSaidAt(field: Locator, sentence: string) {
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  const id = await field.getAttribute('aria-describedby')
  expect(await field.page().locator(`[id="${id}"]`).textContent()).toBe(sentence)
}

test('bitcoin: whole transactions are pasted, and each mistake is told at its field', async () => {
  const terms = { asset: 'BTC', amount: '100000', fee_ceiling: '20000' }
  const opened = await openSigning('bitcoin', narrow, terms, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')
  const { words, wallet, field, submit } = opened
  const { bitcoin } = words.transfer_input
  const [transaction, outputs, rate] = [
    field(`${bitcoin.transaction} 1`),
    field(bitcoin.outputs),
    field(`${bitcoin.fee_rate}, sat/vB`),
  ]
  await transaction.fill('xyz')
  await outputs.fill('x')
  await rate.fill('4,55555')
  await submit()
  await expectSaidAt(transaction, words.patterns.transaction)
  await expectSaidAt(outputs, words.faults.int_type)
  await expectSaidAt(rate, words.patterns.fee_rate)
  await expectAccessible(opened.page, '[role="dialog"]')
  const script = bitcoinAddresses.toOutputScript(wallet.address)
  const paid = Buffer.from(paidTransaction([{ script, amount: 250_000n }])).toString('hex')
  await transaction.fill(paid.slice(0, -20))
  await outputs.fill('0')
  await rate.fill('4,5')
  await submit()
  await expectSaidAt(transaction, words.refused_inputs.transaction)
  await transaction.fill(paid)
  await outputs.fill('3')
  await submit()
  await expectSaidAt(outputs, words.refused_inputs.outputs)
  // The same from a file, which takes the place of an empty row.
  await transaction.fill('')
  const file = { name: 'paid.hex', mimeType: 'text/plain', buffer: Buffer.from(`${paid}\n`) }
  await opened.dialog.locator('input[type="file"]').setInputFiles(file)
  await expect.poll(() => transaction.inputValue()).toBe(paid)
  expect(await opened.finish()).toMatch(/^02000000/)
})

test('ethereum: prices are typed in gwei', async () => {
  const to = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
  const terms = { asset: 'ETH', amount: '100000000000000000', fee_ceiling: '10000000000000000' }
  const { words, field, submit, finish } = await openSigning('ethereum', wide, terms, to)
  const { ethereum } = words.transfer_input
  const tip = field(`${ethereum.max_priority_fee_per_gas}, gwei`)
  await field(ethereum.nonce).fill('seven')
  await field(`${ethereum.max_fee_per_gas}, gwei`).fill('20')
  await tip.fill('21')
  await field(`${ethereum.balance}, ETH`).fill('a lot')
  await submit()
  await expectSaidAt(field(ethereum.nonce), words.faults.int_type)
  await expectSaidAt(field(`${ethereum.balance}, ETH`), words.patterns.balance)
  await field(ethereum.nonce).fill('0')
  await field(`${ethereum.balance}, ETH`).fill('0.05')
  await submit()
  await expectSaidAt(tip, words.refused_inputs.max_priority_fee_per_gas)
  await tip.fill('0.5')
  await submit()
  await expectSaidAt(field(`${ethereum.balance}, ETH`), words.faults.insufficient_funds)
  await field(`${ethereum.balance}, ETH`).fill('1')
  expect(await finish()).toMatch(/^0x02/)
})

test('tron: a recent block and the balances', async () => {
  const terms = { asset: 'USDT', amount: '1500000', fee_ceiling: '100000000' }
  const { words, page, field, submit, finish } = await openSigning(
    'tron',
    wide,
    terms,
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  )
  const { tron } = words.transfer_input
  await field(tron.block_id).fill('12345')
  await field(`${tron.balance}, TRX`).fill('0')
  await field(`${tron.token_balance}, USDT`).fill('5')
  await submit()
  await expectSaidAt(field(tron.block_id), words.patterns.block_id)
  await field(tron.block_id).fill('0000000003f1b1d2'.padEnd(64, 'a'))
  await submit()
  await expectSaidAt(field(`${tron.balance}, TRX`), words.faults.gas_missing)
  await field(`${tron.balance}, TRX`).fill('200')
  expect(await finish()).toMatch(/^0a/)
  // Nothing is spent, so that nothing could be replaced.
  expect(await page.getByRole('link', { name: words.transfers.replace }).count()).toBe(0)
})

test('solana: a durable nonce, because a block hash lives a minute', async () => {
  const key = () => Keypair.generate().publicKey.toBase58()
  const terms = { asset: 'SOL', amount: '2000000000', fee_ceiling: '100000' }
  const { words, field, submit, finish } = await openSigning('solana', narrow, terms, key())
  const { solana } = words.transfer_input
  await field(`${solana.balance}, SOL`).fill('5')
  await field(`${solana.recipient_balance}, SOL`).fill('0,001')
  await submit()
  await expectSaidAt(field(solana.blockhash), words.faults.missing)
  await field(solana.blockhash).fill(key())
  await field(solana.nonce_account).fill(key())
  await submit()
  await expectSaidAt(field(solana.blockhash), words.refused_inputs.blockhash)
  await field(solana.blockhash).fill('')
  await submit()
  await expectSaidAt(field(solana.nonce), words.faults.missing)
  await field(solana.nonce).fill(key())
  expect(await finish()).toMatch(/^[A-Za-z0-9+/]+=*$/)
})

test('ton: the seqno and the balance', async () => {
  const terms = { asset: 'TON', amount: '1500000000', fee_ceiling: '500000000' }
  const { words, field, submit, finish } = await openSigning('ton', wide, terms, tonRecipient)
  const { ton } = words.transfer_input
  await field(ton.seqno).fill('-1')
  await field(`${ton.balance}, TON`).fill('1')
  await submit()
  await expectSaidAt(field(ton.seqno), words.faults.int_type)
  await field(ton.seqno).fill('7')
  await submit()
  await expectSaidAt(field(`${ton.balance}, TON`), words.faults.insufficient_funds)
  await field(`${ton.balance}, TON`).fill('5')
  expect(await finish()).toMatch(/^te6cc/)
})

test('ton: USDT needs its own balance, and TON that go along with it', async () => {
  const terms = { asset: 'USDT', amount: '1500000', fee_ceiling: '110000000' }
  const { words, field, submit, finish } = await openSigning('ton', narrow, terms, tonRecipient)
  const { ton } = words.transfer_input
  await field(ton.seqno).fill('7')
  await field(`${ton.balance}, TON`).fill('0,09')
  await submit()
  await expectSaidAt(field(`${ton.token_balance}, USDT`), words.faults.missing)
  await field(`${ton.token_balance}, USDT`).fill('1,4')
  await submit()
  await expectSaidAt(field(`${ton.token_balance}, USDT`), words.faults.insufficient_funds)
  await field(`${ton.token_balance}, USDT`).fill('5')
  await submit()
  await expectSaidAt(field(`${ton.balance}, TON`), words.faults.gas_missing)
  await field(`${ton.balance}, TON`).fill('0,1')
  expect(await finish()).toMatch(/^te6cc/)
})

test.each([wide, narrow])(
  'without a node, the tab of the wallets says why nothing comes in, $locale',
  async (look) => {
    const { id } = await givenWallets(console.server)
    const page = await console.open('auditor', { ...look, place: `/organizations/${id}/show/wallets` })
    await page.getByText(wordsOf(look.locale).wallets.incoming.no_node).waitFor()
    await expectAccessible(page)
  },
)
