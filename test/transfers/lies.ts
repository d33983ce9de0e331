import { Keypair, SystemInstruction, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { Cell, loadMessage, loadMessageRelaxed } from '@ton/core'
import { Transaction as BitcoinTransaction, address as bitcoinAddresses } from 'bitcoinjs-lib'
import { Transaction as EthereumTransaction, getAddress } from 'ethers'
import { TronWeb } from 'tronweb'
import { type AssetOn, contractOf, tokensOn } from '../../contract/money/assets.ts'
import type { Network } from '../../contract/money/networks.ts'
import { mainnets } from '../../server/features/chain-nodes/same-chain.ts'
import { eth, gwei } from '../support/given/given-transfer.ts'
import { paidTransaction, withAmount } from '../support/outside/bitcoin-payments.ts'
import { erc20 } from '../wallets/signing/ethereum-payments.ts'
import { recipient as tonRecipient } from '../wallets/signing/ton-payments.ts'
import { readByTronweb } from '../wallets/signing/tron-payments.ts'
import type { Answers, PaymentKind, ReadPayment } from './lie.ts'
import { solanaTokenKind, tonTokenKind } from './lies-about-tokens.ts'

const hex = (value: bigint | number) => `0x${value.toString(16)}`
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')
const most = 2n ** 256n - 1n
const always = (answers: Answers) => () => answers

// --- ethereum

const ethereumTo = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const blockHash = `0x${'0b'.repeat(32)}`

function readEthereum(raw: string): ReadPayment {
  const { chainId, nonce, to, value, data, gasLimit, maxFeePerGas } = EthereumTransaction.from(raw)
  if (chainId !== 1n) throw new Error('of another chain')
  const fee = gasLimit * (maxFeePerGas ?? 0n)
  const spends = [`nonce:${nonce}`]
  if (data === '0x') return { to: String(to), amount: value, asset: 'ETH', fee, spends }
  const token = tokensOn('ethereum').find(({ contract }) => contract === to)
  if (!token || value !== 0n) throw new Error('a call of something else')
  const [account, amount] = erc20.decodeFunctionData('transfer', data)
  return { to: getAddress(account), amount, asset: token.asset, fee, spends }
}

function ethereumKind(asset: AssetOn<'ethereum'>): PaymentKind {
  const feeHistory = (base: bigint, tip: bigint) =>
    always({ eth_feeHistory: () => ({ baseFeePerGas: [hex(base)], reward: [[hex(tip)]] }) })
  const nonce = (said: string) => always({ eth_getTransactionCount: () => said })
  const isToken = asset !== 'ETH'
  return {
    asset,
    terms: isToken
      ? { amount: '1500000', fee_ceiling: String(6n * 10n ** 15n) }
      : { amount: String(eth / 10n), fee_ceiling: String(eth / 100n) },
    higherCeiling: String(eth / 50n),
    to: ethereumTo,
    honest: always({
      eth_chainId: () => '0x1',
      eth_getTransactionCount: () => '0x0',
      eth_feeHistory: () => ({ baseFeePerGas: [hex(10n * gwei)], reward: [[hex(gwei)]] }),
      eth_getBalance: () => hex(eth),
      eth_call: () => `0x${word(1_000_000_000n)}`,
    }),
    lies: {
      nonce: {
        'far beyond the next one': ['nonce_beyond_next', nonce('0x1f4')],
        'one beyond the next one': ['nonce_beyond_next', nonce('0x1')],
        'more than any': ['node_unavailable', nonce(hex(most))],
        'no number': ['node_unavailable', nonce('0x')],
      },
      max_fee_per_gas: {
        'above the ceiling': ['fee_above_ceiling', feeHistory(10n ** 20n, gwei)],
        'a little above what fits twice': ['signed', feeHistory(50n * gwei, gwei)],
        nothing: ['signed', feeHistory(0n, 0n)],
      },
      max_priority_fee_per_gas: {
        'all for the validator': ['signed', feeHistory(gwei, 10n ** 18n)],
      },
      balance: {
        'nothing there': [
          isToken ? 'gas_missing' : 'insufficient_funds',
          always({ eth_getBalance: () => '0x0' }),
        ],
        'more than there is': ['signed', always({ eth_getBalance: () => hex(10n ** 29n) })],
        'all that a word can hold': ['node_unavailable', always({ eth_getBalance: () => hex(most) })],
        'a decimal': ['node_unavailable', always({ eth_getBalance: () => 5 })],
      },
      ...(isToken && {
        token_balance: {
          'nothing there': ['insufficient_funds', always({ eth_call: () => `0x${word(0n)}` })],
          'more than there is': ['signed', always({ eth_call: () => `0x${word(10n ** 29n)}` })],
          'all that a word can hold': ['node_unavailable', always({ eth_call: () => `0x${word(most)}` })],
          // As a token of 18 decimal places would say it.
          'another number of decimals': ['signed', always({ eth_call: () => `0x${word(1000n * eth)}` })],
          'the answer of no contract': ['node_unavailable', always({ eth_call: () => '0x' })],
          // Nothing of a node names the contract that is called.
          'of the other token': [
            'insufficient_funds',
            always({
              eth_call: ([{ to }]: [{ to: string }]) =>
                `0x${word(to === contractOf('ethereum', asset) ? 0n : 1_000_000_000n)}`,
            }),
          ],
        },
      }),
    },
    read: readEthereum,
    canBeReplaced: true,
    failure: ({ txId, raw }) => {
      const { from, to, value } = EthereumTransaction.from(raw)
      return {
        eth_blockNumber: () => hex(1000),
        eth_getBlockByNumber: ([name]: [string]) => ({
          number: name === 'finalized' ? hex(900) : name,
          hash: blockHash,
        }),
        eth_getTransactionByHash: () => ({ hash: txId, blockHash, from, to, value: hex(value) }),
        eth_getTransactionReceipt: () => ({
          transactionHash: txId,
          blockHash,
          blockNumber: hex(800),
          status: '0x0',
          gasUsed: hex(21_000),
          effectiveGasPrice: hex(gwei),
          logs: [],
        }),
      }
    },
  }
}

// --- bitcoin

const bitcoinTo = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const idOf = (transaction: Uint8Array) => BitcoinTransaction.fromBuffer(transaction).getId()
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
/** Every transaction that a node has shown: what an input is worth is in the bytes whose hash it names. */
const shown = new Map<string, BitcoinTransaction>()

/** A transaction of somebody that pays the wallet. */
function bitcoinCoin(own: string, amount: bigint, number: number): Uint8Array {
  return paidTransaction([{ script: bitcoinAddresses.toOutputScript(own), amount }], { number })
}

/** A node with these coins; `claimed` is what it says about each. */
function bitcoinCoins(
  own: string,
  coins: readonly {
    transaction: Uint8Array
    claimed?: Record<string, unknown>
    sends?: Uint8Array | string
  }[],
): Answers {
  const entries = coins.map(({ transaction, claimed = {}, sends = transaction }) => {
    for (const bytes of [transaction, sends])
      if (typeof bytes !== 'string') shown.set(idOf(bytes), BitcoinTransaction.fromBuffer(bytes))
    const { value } = BitcoinTransaction.fromBuffer(transaction).outs[0] as { value: bigint }
    const txid = idOf(transaction)
    const listed = { txid, vout: 0, value: Number(value), status: { confirmed: true }, ...claimed }
    const answers = {
      [`/tx/${txid}/hex`]: () => (typeof sends === 'string' ? sends : toHex(sends)),
      [`/tx/${txid}`]: () => ({ txid, vout: [{ value: Number(value) }] }),
    }
    return { listed, answers }
  })
  return Object.assign({}, ...entries.map(({ answers }) => answers), {
    [`/address/${own}/utxo`]: () => entries.map(({ listed }) => listed),
  })
}

function readBitcoin(raw: string, own: string): ReadPayment {
  const { ins, outs } = BitcoinTransaction.fromHex(raw)
  const spends = ins.map(({ hash, index }) => ({ id: toHex(hash.toReversed()), index }))
  const total = spends.reduce((sum, { id, index }) => {
    const output = shown.get(id)?.outs[index]
    if (output === undefined) throw new Error('spends what nobody has shown')
    return sum + output.value
  }, 0n)
  const [payment, ...rest] = outs.map(({ script, value }) => ({
    to: bitcoinAddresses.fromOutputScript(script),
    value,
  }))
  if (payment === undefined || rest.some(({ to }) => to !== own)) throw new Error('pays somebody else')
  const fee = total - outs.reduce((sum, { value }) => sum + value, 0n)
  return {
    to: payment.to,
    amount: payment.value,
    asset: 'BTC',
    fee,
    spends: spends.map(({ id, index }) => `${id}:${index}`),
  }
}

const rate = (said: unknown) => always({ '/fee-estimates': () => ({ '6': said }) })
/** One coin of 0.0025 BTC, about which the node says something else. */
const lyingCoin =
  (claimed: Record<string, unknown>, sends?: (own: string, honest: Uint8Array) => Uint8Array | string) =>
  (own: string): Answers => {
    const transaction = bitcoinCoin(own, 250_000n, 1)
    return bitcoinCoins(own, [{ transaction, claimed, ...(sends && { sends: sends(own, transaction) }) }])
  }

const bitcoinKind: PaymentKind = {
  asset: 'BTC',
  terms: { amount: '100000', fee_ceiling: '10000' },
  higherCeiling: '20000',
  to: bitcoinTo,
  honest: (own) => ({
    '/block-height/0': () => mainnets.bitcoin,
    '/fee-estimates': () => ({ '6': 4.5 }),
    ...bitcoinCoins(own, [{ transaction: bitcoinCoin(own, 250_000n, 1) }]),
  }),
  lies: {
    previous: {
      'a coin is worth more than it is': ['signed', lyingCoin({ value: 2_100_000_000_000_000 })],
      'a coin is worth nothing': ['signed', lyingCoin({ value: 0 })],
      // Its id is another one then: the network has no such coin, and takes no such transaction.
      'its transaction has a higher amount': [
        'signed',
        lyingCoin({}, (_own, honest) => withAmount(honest, 900_000_000n)),
      ],
      'its transaction has a lower amount': [
        'insufficient_funds',
        lyingCoin({}, (_own, honest) => withAmount(honest, 90_000n)),
      ],
      'its transaction is another one': ['signed', lyingCoin({}, (own) => bitcoinCoin(own, 300_000n, 9))],
      'its transaction pays somebody else': [
        'input_invalid',
        lyingCoin({}, () => bitcoinCoin(bitcoinTo, 250_000n, 1)),
      ],
      'its transaction is no transaction': ['input_invalid', lyingCoin({}, () => '02'.repeat(100))],
      'another output': ['input_invalid', lyingCoin({ vout: 7 })],
      'no output at all': ['node_unavailable', lyingCoin({ vout: -1 })],
      'the same coin twice': [
        'input_invalid',
        (own) => {
          const transaction = bitcoinCoin(own, 250_000n, 1)
          const claimed = { value: 1000 }
          return bitcoinCoins(own, [
            { transaction, claimed },
            { transaction, claimed },
          ])
        },
      ],
      'not confirmed': ['insufficient_funds', lyingCoin({ status: { confirmed: false } })],
      'more than all bitcoin': [
        'input_invalid',
        lyingCoin({}, (_own, honest) => withAmount(honest, 2_100_000_000_000_001n)),
      ],
    },
    fee_rate: {
      'all of the ceiling': ['signed', rate(99_999)],
      'more than is a price': ['node_unavailable', rate(1e9)],
      'below zero': ['node_unavailable', rate(-4)],
      nothing: ['signed', rate(0)],
      'no number': ['node_unavailable', rate('4.5')],
    },
  },
  read: readBitcoin,
  canBeReplaced: true,
  failure: null,
}

// --- tron

const tronTo = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const tronAddress = (value: string) => String(TronWeb.address.fromHex(value))

function readTron(asset: 'TRX' | 'USDT') {
  return (raw: string): ReadPayment => {
    const { contract, fee_limit = 0 } = readByTronweb(raw, asset)
    if (contract.length !== 1) throw new Error('more than one payment')
    const { value } = contract[0].parameter
    const fee = BigInt(fee_limit)
    if (asset === 'TRX')
      return { to: tronAddress(value.to_address), amount: BigInt(value.amount), asset, fee, spends: [] }
    if (tronAddress(value.contract_address) !== contractOf('tron', 'USDT') || value.call_value)
      throw new Error('a call of something else')
    const [to, amount] = erc20.decodeFunctionData('transfer', `0x${value.data}`)
    return {
      to: tronAddress(`41${to.slice(2)}`),
      amount,
      asset,
      fee,
      spends: [],
    }
  }
}

function tronKind(asset: 'TRX' | 'USDT'): PaymentKind {
  const block = (blockID: unknown) =>
    always({ '/wallet/getnowblock': () => ({ blockID, block_header: { raw_data: { number: 70_000_000 } } }) })
  const account = (said: (address: string) => unknown) =>
    always({ '/wallet/getaccount': ({ address }: { address: string }) => said(address) })
  const token = (said: string) =>
    always({ '/wallet/triggerconstantcontract': () => ({ constant_result: [said] }) })
  const isToken = asset === 'USDT'
  const terms = isToken
    ? { amount: '1500000', fee_ceiling: '30000000' }
    : { amount: '25000000', fee_ceiling: '2000000' }
  return {
    asset,
    terms,
    higherCeiling: isToken ? '60000000' : '4000000',
    to: tronTo,
    honest: always({
      '/wallet/getblockbynum': () => ({ blockID: mainnets.tron }),
      '/wallet/getnowblock': () => ({
        blockID: '0000000003f1b1d2'.padEnd(64, 'a'),
        block_header: { raw_data: { number: 66_171_346 } },
      }),
      '/wallet/getaccount': ({ address }: { address: string }) => ({ address, balance: 200_000_000 }),
      '/wallet/triggerconstantcontract': () => ({ constant_result: [word(1_000_000_000n)] }),
    }),
    lies: {
      block_id: {
        'of no block': ['signed', block('f'.repeat(64))],
        'of the first block': ['signed', block(mainnets.tron)],
        'half an id': ['node_unavailable', block('a'.repeat(32))],
        nothing: ['node_unavailable', block(undefined)],
      },
      balance: {
        'nothing there': [isToken ? 'gas_missing' : 'insufficient_funds', account(() => ({}))],
        'more than there is': ['signed', account((address) => ({ address, balance: 9_000_000_000_000_000 }))],
        'of somebody else': ['node_unavailable', account(() => ({ address: tronTo, balance: 200_000_000 }))],
        'below zero': ['node_unavailable', account((address) => ({ address, balance: -1 }))],
      },
      ...(isToken && {
        token_balance: {
          'nothing there': ['insufficient_funds', token(word(0n))],
          'more than there is': ['signed', token(word(10n ** 29n))],
          'all that a word can hold': ['node_unavailable', token(word(most))],
          'another number of decimals': ['signed', token(word(1000n * eth))],
          'the answer of no contract': ['node_unavailable', token('')],
        },
      }),
    },
    read: readTron(asset),
    canBeReplaced: false,
    failure: ({ txId, from }) => {
      const value = isToken
        ? { owner_address: from, contract_address: contractOf('tron', 'USDT') }
        : { owner_address: from, to_address: tronTo, amount: Number(terms.amount) }
      const type = isToken ? 'TriggerSmartContract' : 'TransferContract'
      return {
        '/wallet/gettransactionbyid': () => ({
          txID: txId,
          ret: [{ contractRet: 'REVERT' }],
          raw_data: { contract: [{ type, parameter: { value } }] },
        }),
        '/wallet/gettransactioninfobyid': () => ({
          id: txId,
          blockNumber: 66_000_000,
          receipt: { result: 'REVERT' },
        }),
      }
    },
  }
}

// --- solana

const solanaTo = Keypair.fromSeed(Buffer.alloc(32, 2)).publicKey.toBase58()
const recentHash = Keypair.fromSeed(Buffer.alloc(32, 9)).publicKey.toBase58()

function readSolana(raw: string): ReadPayment {
  const { message, signatures } = VersionedTransaction.deserialize(Buffer.from(raw, 'base64'))
  const { instructions } = TransactionMessage.decompile(message)
  const [instruction] = instructions
  // Another instruction could set a price for each unit that is computed.
  if (instruction === undefined || instructions.length !== 1) throw new Error('another instruction')
  const { toPubkey, lamports } = SystemInstruction.decodeTransfer(instruction)
  return {
    to: toPubkey.toBase58(),
    amount: BigInt(lamports),
    asset: 'SOL',
    fee: 5000n * BigInt(signatures.length),
    spends: [],
  }
}

const solanaAnswers = {
  blockhash: (said: unknown) => always({ getLatestBlockhash: () => ({ value: { blockhash: said } }) }),
  balances: (own: unknown, recipient: unknown) =>
    always({
      getBalance: ([address]: [string]) => ({ value: address === solanaTo ? recipient : own }),
    }),
}

const solanaKind: PaymentKind = {
  asset: 'SOL',
  terms: { amount: '2000000000', fee_ceiling: '100000' },
  higherCeiling: '200000',
  to: solanaTo,
  honest: always({
    getGenesisHash: () => mainnets.solana,
    ...solanaAnswers.blockhash(recentHash)(),
    ...solanaAnswers.balances(5_000_000_000, 1_000_000)(),
  }),
  lies: {
    blockhash: {
      'of no block': ['signed', solanaAnswers.blockhash(solanaTo)],
      'the address of the wallet': ['signed', (own) => solanaAnswers.blockhash(own)()],
      'all zeros': ['input_invalid', solanaAnswers.blockhash('1'.repeat(32))],
      'no hash': ['node_unavailable', solanaAnswers.blockhash('0OIl')],
      'more than 32 bytes': ['input_invalid', solanaAnswers.blockhash('z'.repeat(44))],
    },
    balance: {
      'nothing there': ['insufficient_funds', solanaAnswers.balances(0, 1_000_000)],
      'more than there is': ['signed', solanaAnswers.balances(5e15, 1_000_000)],
      'more than can be': ['input_invalid', solanaAnswers.balances('9'.repeat(30), 1_000_000)],
      'below zero': ['node_unavailable', solanaAnswers.balances(-1, 1_000_000)],
    },
    recipient_balance: {
      'nothing there': ['signed', solanaAnswers.balances(5_000_000_000, 0)],
      'more than there is': ['signed', solanaAnswers.balances(5_000_000_000, 5e15)],
      'no number': ['node_unavailable', solanaAnswers.balances(5_000_000_000, null)],
    },
  },
  read: readSolana,
  canBeReplaced: false,
  failure: ({ txId, from }) => ({
    getSignatureStatuses: () => ({ value: [{ confirmationStatus: 'finalized', err: {} }] }),
    getTransaction: () => ({
      blockTime: 1_700_000_000,
      transaction: { signatures: [txId], message: { accountKeys: [from, solanaTo] } },
      meta: { err: {}, fee: 5000, preBalances: [5_000_000_000, 1], postBalances: [4_999_995_000, 1] },
    }),
  }),
}

// --- ton

function readTon(raw: string): ReadPayment {
  const message = loadMessage(Cell.fromBase64(raw).beginParse())
  const body = message.body.beginParse()
  // The signature, the wallet and the end of validity.
  body.skip(512 + 32 + 32)
  const seqno = body.loadUint(32)
  // A plain transfer, whose fees are paid apart from the amount.
  if (body.loadUint(8) !== 0 || body.loadUint(8) !== 3) throw new Error('another kind of transfer')
  const { info } = loadMessageRelaxed(body.loadRef().beginParse())
  if (info.type !== 'internal' || body.remainingRefs > 0) throw new Error('another message')
  return {
    to: info.dest.toString({ bounceable: info.bounce }),
    amount: info.value.coins,
    asset: 'TON',
    fee: 0n,
    spends: [`seqno:${seqno}`],
  }
}

const tonWallet = (said: Record<string, unknown>) =>
  always({
    getWalletInformation: () => ({
      wallet: true,
      account_state: 'active',
      seqno: 7,
      balance: '5000000000',
      ...said,
    }),
  })

const tonKind: PaymentKind = {
  asset: 'TON',
  terms: { amount: '1500000000', fee_ceiling: '60000000' },
  higherCeiling: '100000000',
  to: tonRecipient,
  honest: always({
    getMasterchainInfo: () => ({ init: { root_hash: mainnets.ton } }),
    ...tonWallet({})(),
  }),
  lies: {
    seqno: {
      'used long ago': ['signed', tonWallet({ seqno: 1 })],
      'far ahead': ['signed', tonWallet({ seqno: 4_000_000_000 })],
      'the last one': ['input_invalid', tonWallet({ seqno: 0xffff_ffff })],
      'more than fits': ['input_invalid', tonWallet({ seqno: 2 ** 40 })],
      'below zero': ['node_unavailable', tonWallet({ seqno: -1 })],
      // Its code comes along and costs more, within the ceiling.
      'a wallet that is not on the chain': ['signed', tonWallet({ account_state: 'uninitialized' })],
      'a wallet that is frozen': ['node_unavailable', tonWallet({ account_state: 'frozen' })],
    },
    balance: {
      'nothing there': ['insufficient_funds', tonWallet({ balance: '0' })],
      'more than there is': ['signed', tonWallet({ balance: '9'.repeat(30) })],
      'more than can be': ['node_unavailable', tonWallet({ balance: '9'.repeat(40) })],
    },
  },
  read: readTon,
  canBeReplaced: true,
  failure: ({ raw, from }) => ({
    getTransactions: () => [
      {
        fee: '5000',
        in_msg: {
          source: '',
          destination: from,
          body_hash: loadMessage(Cell.fromBase64(raw).beginParse()).body.hash().toString('base64'),
        },
        out_msgs: [],
      },
    ],
  }),
}

/** What is sent on each network. The test fails for an asset that is missing here, and for an input without a lie. */
export const kindsOf: Record<Network, PaymentKind[]> = {
  bitcoin: [bitcoinKind],
  ethereum: [ethereumKind('ETH'), ethereumKind('USDT'), ethereumKind('USDC')],
  tron: [tronKind('TRX'), tronKind('USDT')],
  solana: [solanaKind, solanaTokenKind('USDT'), solanaTokenKind('USDC')],
  ton: [tonKind, tonTokenKind(tonKind)],
}
