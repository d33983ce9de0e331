import {
  Address,
  beginCell,
  type Cell,
  comment,
  contractAddress,
  external,
  internal,
  storeMessage,
  storeMessageRelaxed,
} from '@ton/core'
import { type AssetOn, contractOf } from '../../../contract/money/assets.ts'
import type { Network } from '../../../contract/money/networks.ts'
import { base58check, tonFriendly } from '../../../contract/wallets/addresses.ts'
import type { ExpectedPayment } from '../../../server/features/chain-nodes/chain-node.ts'
import { mainnets } from '../../../server/features/chain-nodes/same-chain.ts'
import {
  tokenAccountOf,
  tokenProgram,
} from '../../../server/features/wallets/signing/networks/solana/token-account.ts'
import { Refusal } from './fake-chain-node.ts'

/**
 * Small chains for the fake node, written after the documentation of each interface. In each, `payment` is carried out
 * and deep enough, and `from` has a balance of 5 000 000. Tests change `state`, or answer in another way.
 */
type Answers = Record<string, (params: never) => unknown>
type Row = Record<string, unknown>
export interface FakeChain {
  payment: ExpectedPayment
  answers: Answers
}

export const fakeBalance = 5_000_000n
const amount = 1_500_000n
const transferEvent = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const hex = (value: bigint | number) => `0x${value.toString(16)}`
const word = (digits: string) => digits.toLowerCase().padStart(64, '0')

const ethereumFrom = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const ethereumTo = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

export function ethereumChain(asset: AssetOn<'ethereum'> = 'USDT') {
  const isToken = asset !== 'ETH'
  const contract = contractOf('ethereum', isToken ? asset : 'USDT')
  const payment: ExpectedPayment = {
    txId: `0x${'ab'.repeat(32)}`,
    asset,
    from: ethereumFrom,
    to: ethereumTo,
    amount,
    raw: '0x02f8',
  }
  const blockHash = `0x${'0b'.repeat(32)}`
  const state = {
    head: 100n,
    finalized: 64n as bigint | null,
    nonce: { latest: 7n, pending: 7n },
    baseFee: 10_000_000_000n,
    hasTransaction: true,
    canonicalHash: blockHash,
    transaction: {
      hash: payment.txId,
      blockHash,
      from: ethereumFrom.toLowerCase(),
      to: (isToken ? contract : ethereumTo).toLowerCase(),
      value: hex(isToken ? 0n : amount),
    } as Row,
    receipt: {
      transactionHash: payment.txId,
      blockHash,
      blockNumber: hex(50),
      status: '0x1',
      gasUsed: hex(21_000),
      effectiveGasPrice: hex(2_000_000_000),
      logs: [] as Row[],
    } as Row & { logs: Row[] },
  }
  if (isToken) {
    state.receipt.logs.push({
      address: contract.toLowerCase(),
      topics: [`0x${transferEvent}`, `0x${word(ethereumFrom.slice(2))}`, `0x${word(ethereumTo.slice(2))}`],
      data: `0x${word(amount.toString(16))}`,
    })
  }
  const block = (tag: string) =>
    tag === 'finalized'
      ? state.finalized === null
        ? null
        : { number: hex(state.finalized), hash: `0x${'0f'.repeat(32)}` }
      : { number: tag, hash: state.canonicalHash }
  const answers: Answers = {
    eth_chainId: () => '0x1',
    eth_blockNumber: () => hex(state.head),
    eth_getBalance: () => hex(fakeBalance),
    eth_call: () => `0x${word(fakeBalance.toString(16))}`,
    eth_getTransactionCount: ([, tag]: [string, 'latest' | 'pending']) => hex(state.nonce[tag]),
    eth_feeHistory: () => ({
      baseFeePerGas: Array.from({ length: 6 }, () => hex(state.baseFee)),
      reward: Array.from({ length: 5 }, () => [hex(1_000_000_000)]),
    }),
    eth_sendRawTransaction: () => payment.txId,
    eth_getTransactionByHash: () => (state.hasTransaction ? state.transaction : null),
    eth_getTransactionReceipt: () => (state.hasTransaction ? state.receipt : null),
    eth_getBlockByNumber: ([tag]: [string]) => block(tag),
    eth_getLogs: () =>
      state.receipt.logs.map((log) => ({ ...log, transactionHash: payment.txId, blockNumber: hex(50) })),
  }
  return { payment, answers, state }
}

const bitcoinFrom = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const bitcoinTo = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'

export function bitcoinChain() {
  const payment: ExpectedPayment = {
    txId: 'ab'.repeat(32),
    asset: 'BTC',
    from: bitcoinFrom,
    to: bitcoinTo,
    amount,
    raw: '0200',
  }
  const blockHash = '0b'.repeat(32)
  const confirmed = { confirmed: true, block_height: 50, block_hash: blockHash, block_time: 1_700_000_000 }
  const coin = (id: string, vout: number, value: bigint, status: Row = confirmed) => ({
    txid: id.repeat(32),
    vout,
    value: Number(value),
    status,
  })
  const state = {
    head: 60,
    canonicalHash: blockHash,
    isKnown: true,
    estimate: 4.5,
    coins: [coin('c1', 0, 1_000_000n), coin('c2', 1, 3_000_000n), coin('c3', 0, 1_000_000n)],
    unconfirmed: [coin('c4', 0, 9_000_000n, { confirmed: false })],
    transaction: {
      txid: payment.txId,
      fee: 700,
      status: confirmed as Row,
      vin: [{ prevout: { scriptpubkey_address: bitcoinFrom, value: 3_000_000 } }],
      vout: [
        { scriptpubkey_address: bitcoinTo, value: Number(amount) },
        { scriptpubkey_address: bitcoinFrom, value: 1_499_300 },
      ] as Row[],
    },
    received: [
      {
        txid: 'c2'.repeat(32),
        status: confirmed,
        vin: [{ prevout: { scriptpubkey_address: bitcoinTo, value: 3_001_000 } }],
        vout: [{ scriptpubkey_address: bitcoinFrom, value: 3_000_000 }],
      },
    ],
  }
  const raw = '02'.repeat(100)
  const previous = ['c1', 'c2', 'c3', 'c4'].map((id) => [`/tx/${id.repeat(32)}/hex`, () => raw] as const)
  const found = () => (state.isKnown ? state.transaction : undefined)
  const answers: Answers = {
    '/block-height/0': () => mainnets.bitcoin,
    '/block-height/50': () => state.canonicalHash,
    '/blocks/tip/height': () => String(state.head),
    '/fee-estimates': () => ({ '1': 20.1, '6': state.estimate }),
    [`/address/${bitcoinFrom}`]: () => ({
      chain_stats: { funded_txo_sum: Number(fakeBalance) + 700, spent_txo_sum: 700 },
    }),
    [`/address/${bitcoinFrom}/utxo`]: () => [...state.unconfirmed, ...state.coins],
    // A payment of the wallet itself is in its history too.
    [`/address/${bitcoinFrom}/txs`]: () => [state.transaction, ...state.received],
    '/tx': () => payment.txId,
    [`/tx/${payment.txId}`]: () => found() ?? missing(),
    ...Object.fromEntries(previous),
  }
  return { payment, answers, state }
}

const tronFrom = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const tronTo = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const plain = (address: string) => Buffer.from(base58check.decode(address).subarray(1)).toString('hex')

export function tronChain(asset: 'TRX' | 'USDT' = 'USDT') {
  const contract = contractOf('tron', 'USDT')
  const to = asset === 'USDT' ? 'TVjsyZ7fYF3qLF6BQgPmTEZy1xrNNyVAAA' : tronTo
  const payment: ExpectedPayment = { txId: 'ab'.repeat(32), asset, from: tronFrom, to, amount, raw: '0a02' }
  const state = {
    head: 100,
    isKnown: true,
    answerToBroadcast: { result: true, txid: payment.txId } as Row,
    transaction: {
      txID: payment.txId,
      ret: [{ contractRet: 'SUCCESS' }],
      raw_data: {
        contract: [
          asset === 'USDT'
            ? {
                type: 'TriggerSmartContract',
                parameter: { value: { owner_address: tronFrom, contract_address: contract } as Row },
              }
            : {
                type: 'TransferContract',
                parameter: { value: { owner_address: tronFrom, to_address: to, amount: Number(amount) } },
              },
        ] as [{ type: string; parameter: { value: Row } }],
      },
    },
    info: {
      id: payment.txId,
      fee: 345_000,
      blockNumber: 50,
      receipt: (asset === 'USDT' ? { result: 'SUCCESS' } : { net_usage: 268 }) as Row,
      log: [
        {
          address: plain(contract),
          topics: [transferEvent, word(plain(tronFrom)), word(plain(to))],
          data: word(amount.toString(16)),
        },
      ] as Row[],
    } as Row & { receipt: Row; log: Row[] },
  }
  const answers: Answers = {
    '/wallet/getblockbynum': () => ({ blockID: mainnets.tron }),
    '/wallet/getnowblock': () => ({
      blockID: '0c'.repeat(32),
      block_header: { raw_data: { number: state.head, timestamp: 1_700_000_000_000 } },
    }),
    '/wallet/getaccount': ({ address }: { address: string }) => ({ address, balance: Number(fakeBalance) }),
    '/wallet/triggerconstantcontract': () => ({
      result: { result: true },
      constant_result: [word(fakeBalance.toString(16))],
    }),
    '/wallet/broadcasthex': () => state.answerToBroadcast,
    '/wallet/gettransactionbyid': () => (state.isKnown ? state.transaction : {}),
    '/wallet/gettransactioninfobyid': () => (state.isKnown ? state.info : {}),
  }
  return { payment, answers, state }
}

const solanaFrom = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const solanaTo = '3Xw1Bv9vVqvCNKZ3Yb1RyYPVnQLyK3oZ4x3iUyEwqZ4T'

export function solanaChain() {
  const payment: ExpectedPayment = {
    txId: '5'.repeat(87),
    asset: 'SOL',
    from: solanaFrom,
    to: solanaTo,
    amount,
    raw: 'AQAB',
  }
  const state = {
    isKnown: true,
    status: { confirmationStatus: 'finalized', confirmations: null, err: null } as Row,
    transaction: {
      blockTime: 1_700_000_000,
      transaction: {
        signatures: [payment.txId],
        message: { accountKeys: [solanaFrom, solanaTo, '11111111111111111111111111111111'] },
      },
      meta: {
        err: null as unknown,
        fee: 5000,
        preBalances: [Number(fakeBalance), 0, 1],
        postBalances: [Number(fakeBalance - amount) - 5000, Number(amount), 1],
      },
    },
  }
  const answers: Answers = {
    getGenesisHash: () => mainnets.solana,
    getLatestBlockhash: () => ({ value: { blockhash: solanaTo, lastValidBlockHeight: 1 } }),
    getBalance: ([address]: [string]) => ({ value: address === solanaTo ? 890_880 : Number(fakeBalance) }),
    sendTransaction: () => payment.txId,
    getSignatureStatuses: () => ({ value: [state.isKnown ? state.status : null] }),
    getSignaturesForAddress: () => [{ signature: payment.txId, slot: 1 }],
    getTransaction: () => (state.isKnown ? state.transaction : null),
    // No wallet has an account of a token.
    getAccountInfo: () => ({ value: null }),
  }
  return { payment, answers, state }
}

/** What a node shows of an account of a token. */
export function shownTokenAccount(
  { mint, owner, amount }: { mint: string; owner: string; amount: bigint },
  changed: Row = {},
): Row {
  const tokenAmount = { amount: String(amount), decimals: 6 }
  const info = { mint, owner, state: 'initialized', tokenAmount, ...changed }
  return { owner: tokenProgram, lamports: 2_039_280, data: { parsed: { type: 'account', info } } }
}

/** A payment of a token, for which the account of the recipient was made. */
export function solanaTokenChain(asset: Exclude<AssetOn<'solana'>, 'SOL'> = 'USDT') {
  const mint = contractOf('solana', asset)
  const { payment: coins, answers, state } = solanaChain()
  const payment: ExpectedPayment = { ...coins, asset }
  const accountOf = (owner: string) => tokenAccountOf(owner, mint)
  const { transaction } = state.transaction
  transaction.message.accountKeys = [solanaFrom, accountOf(solanaTo), accountOf(solanaFrom), solanaTo, mint]
  const balance = (accountIndex: number, owner: string, units: bigint): Row => ({
    accountIndex,
    mint,
    owner,
    uiTokenAmount: { amount: String(units), decimals: 6 },
  })
  const meta = Object.assign(state.transaction.meta, {
    preBalances: [Number(fakeBalance), 0, 2_039_280, 0, 1],
    postBalances: [Number(fakeBalance) - 5000 - 2_039_280, 2_039_280, 2_039_280, 0, 1],
    preTokenBalances: [balance(2, solanaFrom, fakeBalance)],
    postTokenBalances: [balance(1, solanaTo, amount), balance(2, solanaFrom, fakeBalance - amount)],
  })
  const accounts = new Map<string, Row | null>([
    [accountOf(solanaFrom), shownTokenAccount({ mint, owner: solanaFrom, amount: fakeBalance })],
  ])
  answers.getAccountInfo = ([account]: [string]) => ({ value: accounts.get(account) ?? null })
  return { payment, answers, state: Object.assign(state, { meta, accounts, accountOf }) }
}

const tonFrom = tonFriendly(0, new Uint8Array(32).fill(1))
const tonTo = tonFriendly(0, new Uint8Array(32).fill(2))

/** A payment with this send mode. The service signs 3; releases before signed 130 for everything. */
export function tonChain(mode = 3) {
  const paid = internal({
    to: Address.parse(tonTo),
    value: amount,
    bounce: false,
    body: comment('100482771'),
  })
  const body = beginCell()
    .storeBuffer(Buffer.alloc(64, 7))
    .storeUint(0, 3 * 32 + 8)
    .storeUint(mode, 8)
    .storeRef(beginCell().store(storeMessageRelaxed(paid)))
    .endCell()
  const message = external({ to: tonFrom, body })
  const payment: ExpectedPayment = {
    txId: 'ab'.repeat(32),
    asset: 'TON',
    from: tonFrom,
    to: tonTo,
    amount,
    raw: beginCell().store(storeMessage(message)).endCell().toBoc().toString('base64'),
  }
  const outgoing: Row = {
    source: tonFrom,
    destination: tonTo,
    value: String(amount),
    created_lt: '47000001',
    body_hash: paid.body.hash().toString('base64'),
  }
  const id = { lt: '47000000', hash: Buffer.alloc(32, 9).toString('base64') }
  const taken = { source: '', destination: tonFrom, value: '0', body_hash: body.hash().toString('base64') }
  const state = {
    isKnown: true,
    hasArrived: true,
    refusesBroadcast: false,
    wallet: { wallet: true, balance: String(fakeBalance), account_state: 'active', seqno: 3 } as Row,
    transaction: {
      transaction_id: id,
      utime: 1_700_000_000,
      fee: '5000',
      in_msg: taken,
      out_msgs: [outgoing],
    },
    arrival: {
      transaction_id: id,
      utime: 1_700_000_004,
      fee: '0',
      in_msg: { ...outgoing } as Row,
      out_msgs: [] as Row[],
    },
    received: {
      transaction_id: id,
      utime: 1_700_000_000,
      fee: '0',
      in_msg: { source: tonTo, destination: tonFrom, value: '42', created_lt: '1' } as Row,
      out_msgs: [] as Row[],
    },
  }
  const answers: Answers = {
    getMasterchainInfo: () => ({ init: { root_hash: mainnets.ton } }),
    getWalletInformation: () => state.wallet,
    sendBoc: () => ({ '@type': 'ok' }),
    getTransactions: () => (state.isKnown ? [state.received, state.transaction] : [state.received]),
    tryLocateTx: () => (state.hasArrived ? state.arrival : missing()),
  }
  return { payment, answers, state }
}

/** Where the tokens of an owner are, computed with @ton/core. Its code names a library of the network. */
export function tonTokenWallet(owner: string, asset: Exclude<AssetOn<'ton'>, 'TON'> = 'USDT'): Address {
  const library = '8f452d7a4dfd74066b682365177259ed05734435be76b5fd4bd5d8af2b7c3d68'
  const code = beginCell().storeUint(2, 8).storeBuffer(Buffer.from(library, 'hex')).endCell({ exotic: true })
  return contractAddress(0, { code, data: tonTokenData({ owner, asset }) })
}

export function tonTokenData({
  owner,
  amount = 0n,
  status = 0,
  asset = 'USDT',
  master = contractOf('ton', asset),
}: {
  owner: string
  amount?: bigint
  status?: number
  asset?: Exclude<AssetOn<'ton'>, 'TON'>
  master?: string
}): Cell {
  const data = beginCell().storeUint(status, 4).storeCoins(amount)
  return data.storeAddress(Address.parse(owner)).storeAddress(Address.parse(master)).endCell()
}

/** A payment of tokens with a comment: the wallet, that of its tokens, that of the recipient's, and the rest that came back. */
export function tonTokenChain() {
  const seqno = 3
  const [from, to] = [Address.parse(tonFrom), Address.parse(tonTo)]
  const [own, target] = [tonTokenWallet(tonFrom), tonTokenWallet(tonTo)]
  const told = (operation: number) => beginCell().storeUint(operation, 32).storeUint(seqno, 64)
  const forwarded = beginCell().storeMaybeRef(comment('100482771')).endCell().beginParse()
  const bodies = {
    order: told(0x0f8a7ea5)
      .storeCoins(amount)
      .storeAddress(to)
      .storeAddress(from)
      .storeBit(false)
      .storeCoins(1)
      .storeSlice(forwarded.clone())
      .endCell(),
    pass: told(0x178d4519)
      .storeCoins(amount)
      .storeAddress(from)
      .storeAddress(from)
      .storeCoins(1)
      .storeSlice(forwarded.clone())
      .endCell(),
    notice: told(0x7362d09c).storeCoins(amount).storeAddress(from).storeSlice(forwarded).endCell(),
    rest: told(0xd53276db).endCell(),
  }
  const order = internal({ to: own, value: 50_000_000n, bounce: true, body: bodies.order })
  const body = beginCell()
    .storeBuffer(Buffer.alloc(64, 7))
    .storeUint(0, 2 * 32)
    .storeUint(seqno, 32)
    .storeUint(0, 8)
    .storeUint(3, 8)
    .storeRef(beginCell().store(storeMessageRelaxed(order)))
    .endCell()
  const message = (
    source: Address | '',
    destination: Address,
    value: bigint,
    lt: number,
    told: Cell,
  ): Row => ({
    source: String(source),
    destination: String(destination),
    value: String(value),
    created_lt: String(lt),
    body_hash: told.hash().toString('base64'),
    msg_data: { body: told.toBoc().toString('base64') },
  })
  const messages = {
    external: message('', from, 0n, 0, body),
    order: message(from, own, 50_000_000n, 47_000_001, bodies.order),
    pass: message(own, target, 42_000_000n, 47_000_003, bodies.pass),
    notice: message(target, to, 1n, 47_000_005, bodies.notice),
    rest: message(target, from, 30_000_000n, 47_000_006, bodies.rest),
  }
  const transaction = (lt: number, fee: number, in_msg: Row, out_msgs: Row[]) => ({
    transaction_id: { lt: String(lt), hash: Buffer.alloc(32, lt % 256).toString('base64') },
    utime: 1_700_000_000 + (lt % 1000),
    fee: String(fee),
    in_msg,
    out_msgs,
  })
  const state = {
    messages,
    bodies,
    wallet: { wallet: true, balance: String(fakeBalance), account_state: 'active', seqno } as Row,
    tokens: {
      state: 'active',
      data: tonTokenData({ owner: tonFrom, amount: fakeBalance }).toBoc().toString('base64'),
    } as Row,
    hasArrived: { order: true, pass: true },
    sent: transaction(47_000_000, 5000, messages.external, [messages.order]),
    taken: transaction(47_000_002, 0, { ...messages.order }, [messages.pass]),
    arrived: transaction(47_000_004, 0, { ...messages.pass }, [messages.notice, messages.rest]),
    returned: transaction(47_000_008, 40, { ...messages.rest }, []),
    notified: transaction(47_000_009, 30, { ...messages.notice }, []),
  }
  const listed = (): [Address, Row[]][] => [
    [from, [state.returned, state.sent]],
    [own, [state.taken]],
    [target, [state.arrived]],
    [to, [state.notified]],
  ]
  const payment: ExpectedPayment = {
    txId: 'ab'.repeat(32),
    asset: 'USDT',
    from: tonFrom,
    to: tonTo,
    amount,
    raw: beginCell()
      .store(storeMessage(external({ to: from, body })))
      .endCell()
      .toBoc()
      .toString('base64'),
  }
  const isAt = (address: string, account: Address) => Address.parse(address).equals(account)
  const answers: Answers = {
    getMasterchainInfo: () => ({ init: { root_hash: mainnets.ton } }),
    getWalletInformation: () => state.wallet,
    getAddressInformation: ({ address }: { address: string }) =>
      isAt(address, own) ? state.tokens : { state: 'uninitialized', data: '' },
    getTransactions: ({ address }: { address: string }) =>
      listed().find(([account]) => isAt(address, account))?.[1] ?? [],
    tryLocateTx: ({ created_lt }: { created_lt: string }) => {
      if (created_lt === messages.order.created_lt && state.hasArrived.order) return state.taken
      if (created_lt === messages.pass.created_lt && state.hasArrived.pass) return state.arrived
      return missing()
    },
  }
  return { payment, answers, state }
}

/** Thrown as the fake node refuses. */
function missing(): never {
  throw new Refusal('Transaction not found')
}

export const fakeChains: Record<Network, () => FakeChain> = {
  bitcoin: bitcoinChain,
  ethereum: ethereumChain,
  tron: tronChain,
  solana: solanaChain,
  ton: tonChain,
}
