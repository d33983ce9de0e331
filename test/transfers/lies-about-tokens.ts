import { Keypair, PublicKey, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { Address, Cell, loadMessage, loadMessageRelaxed } from '@ton/core'
import { type AssetOn, contractOf, tokensOn } from '../../contract/money/assets.ts'
import { mainnets } from '../../server/features/chain-nodes/same-chain.ts'
import { shownTokenAccount, tonTokenData, tonTokenWallet } from '../support/outside/fake-chains.ts'
import { recipient as tonRecipient } from '../wallets/signing/ton-payments.ts'
import type { Answers, PaymentKind, ReadPayment } from './lie.ts'

/** What a node can say about accounts of tokens. The kinds of coins are in lies.ts. */
const always = (answers: Answers) => () => answers
const to = Keypair.fromSeed(Buffer.alloc(32, 2)).publicKey.toBase58()
const stranger = Keypair.fromSeed(Buffer.alloc(32, 7)).publicKey.toBase58()
const recentHash = Keypair.fromSeed(Buffer.alloc(32, 9)).publicKey.toBase58()
const programs = {
  token: new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
  account: new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
}

function accountOf(owner: string, mint: string): string {
  const seeds = [new PublicKey(owner), programs.token, new PublicKey(mint)].map((key) => key.toBuffer())
  return PublicKey.findProgramAddressSync(seeds, programs.account)[0].toBase58()
}

function readTokens(raw: string, own: string): ReadPayment {
  const { message, signatures } = VersionedTransaction.deserialize(Buffer.from(raw, 'base64'))
  const { instructions } = TransactionMessage.decompile(message)
  const pay = instructions.at(-1)
  const create = instructions.length === 2 ? instructions[0] : undefined
  if (pay === undefined || instructions.length > 2 || !pay.programId.equals(programs.token))
    throw new Error('another instruction')
  const [source, mint, target, owner] = pay.keys.map(({ pubkey }) => pubkey.toBase58()) as [
    string,
    string,
    string,
    string,
  ]
  const token = tokensOn('solana').find(({ contract }) => contract === mint)
  if (!token || pay.data[0] !== 12 || pay.data[9] !== 6) throw new Error('a payment of something else')
  if (owner !== own || source !== accountOf(own, mint) || target !== accountOf(to, mint))
    throw new Error('accounts of somebody else')
  const named = create?.keys.map(({ pubkey }) => pubkey.toBase58())
  if (create && (!create.programId.equals(programs.account) || named?.[1] !== target || named[2] !== to))
    throw new Error('another account is made')
  return {
    to,
    amount: pay.data.readBigUInt64LE(1),
    asset: token.asset,
    fee: 5000n * BigInt(signatures.length) + (create ? 2_039_280n : 0n),
    spends: [],
  }
}

export function solanaTokenKind(asset: Exclude<AssetOn<'solana'>, 'SOL'>): PaymentKind {
  const mint = contractOf('solana', asset)
  const other = contractOf('solana', asset === 'USDT' ? 'USDC' : 'USDT')
  const balances = (lamports: unknown) => ({ getBalance: () => ({ value: lamports }) })
  /** What is at the accounts of the wallet and of the recipient; nothing anywhere else. */
  const accounts = (own: string, atOwn: unknown, atRecipient: unknown): Answers => {
    const said = new Map([
      [accountOf(own, mint), atOwn],
      [accountOf(to, mint), atRecipient],
    ])
    return { getAccountInfo: ([account]: [string]) => ({ value: said.get(account) ?? null }) }
  }
  const account = (owner: string, amount: bigint, changed: Record<string, unknown> = {}) =>
    shownTokenAccount({ mint, owner, amount }, changed)
  const ownSays = (changed: Record<string, unknown>) => (own: string) =>
    accounts(own, account(own, 1_000_000_000n, changed), account(to, 0n))
  const recipientSays = (value: unknown) => (own: string) =>
    accounts(own, account(own, 1_000_000_000n), value)
  const blockhash = (said: unknown) => always({ getLatestBlockhash: () => ({ value: { blockhash: said } }) })
  const amount = (said: unknown) => ({ tokenAmount: { amount: said, decimals: 6 } })
  return {
    asset,
    terms: { amount: '1500000', fee_ceiling: '2100000' },
    higherCeiling: '4000000',
    to,
    honest: (own) => ({
      getGenesisHash: () => mainnets.solana,
      ...blockhash(recentHash)(),
      ...balances(1_000_000_000),
      ...accounts(own, account(own, 1_000_000_000n), account(to, 0n)),
    }),
    lies: {
      blockhash: { 'of no block': ['signed', blockhash(to)] },
      balance: {
        'nothing there': ['gas_missing', always(balances(0))],
        'more than there is': ['signed', always(balances(5e15))],
      },
      token_balance: {
        'nothing there': ['insufficient_funds', ownSays(amount('0'))],
        'no account': ['insufficient_funds', (own) => accounts(own, null, account(to, 0n))],
        'more than there is': ['signed', ownSays(amount('18446744073709551615'))],
        'more than can be': ['input_invalid', ownSays(amount('18446744073709551616'))],
        'another number of decimals': [
          'node_unavailable',
          ownSays({ tokenAmount: { amount: '1000000000', decimals: 9 } }),
        ],
        'that of the other mint': ['node_unavailable', ownSays({ mint: other })],
        'that of somebody else': ['node_unavailable', ownSays({ owner: stranger })],
        'of another program': [
          'node_unavailable',
          (own) => accounts(own, { ...account(own, 1n), owner: stranger }, account(to, 0n)),
        ],
      },
      recipient_token_account: {
        // It is made, which costs rent within the ceiling, or nothing if it is there.
        'it is missing': ['signed', recipientSays(null)],
        'SOL lies there and no account': [
          'signed',
          recipientSays({ owner: '1'.repeat(32), data: ['', 'base64'] }),
        ],
        'it is of the other mint': ['node_unavailable', recipientSays(account(to, 0n, { mint: other }))],
        'it belongs to somebody else': ['node_unavailable', recipientSays(account(stranger, 0n))],
        'it is frozen': ['node_unavailable', recipientSays(account(to, 0n, { state: 'frozen' }))],
        'it is of another program': ['node_unavailable', recipientSays({ owner: stranger, data: {} })],
        'no answer': ['node_unavailable', always({ getAccountInfo: () => 7 })],
      },
    },
    read: readTokens,
    canBeReplaced: false,
    failure: ({ txId, from }) => ({
      getSignatureStatuses: () => ({ value: [{ confirmationStatus: 'finalized', err: {} }] }),
      getTransaction: () => ({
        blockTime: 1_700_000_000,
        transaction: { signatures: [txId], message: { accountKeys: [from, to] } },
        meta: { err: {}, fee: 5000, preBalances: [5_000_000_000, 1], postBalances: [4_999_995_000, 1] },
      }),
    }),
  }
}

function readJettons(raw: string, own: string): ReadPayment {
  const body = loadMessage(Cell.fromBase64(raw).beginParse()).body.beginParse()
  body.skip(512 + 32 + 32)
  const seqno = body.loadUint(32)
  if (body.loadUint(8) !== 0 || body.loadUint(8) !== 3) throw new Error('another kind of transfer')
  const { info, body: told } = loadMessageRelaxed(body.loadRef().beginParse())
  if (info.type !== 'internal' || body.remainingRefs > 0 || !info.dest.equals(tonTokenWallet(own)))
    throw new Error('told to somebody else')
  const order = told.beginParse()
  if (order.loadUint(32) !== 0x0f8a7ea5 || order.loadUint(64) !== seqno) throw new Error('no transfer')
  const amount = order.loadCoins()
  const account = order.loadAddress()
  if (!order.loadAddress().equals(Address.parse(own))) throw new Error('the rest goes to somebody else')
  if (order.loadBit() || order.loadCoins() !== 1n) throw new Error('something else goes along')
  return {
    to: account.toString({ bounceable: false }),
    amount,
    asset: 'USDT',
    fee: info.value.coins,
    spends: [`seqno:${seqno}`],
  }
}

/** What a node can say about the wallet of a token on TON. */
export function tonTokenKind(coinKind: PaymentKind): PaymentKind {
  const tokens = (said: Record<string, unknown>) => ({
    getAddressInformation: ({ address }: { address: string }) => ({
      state: Address.parse(address).equals(tonTokenWallet(tonRecipient)) ? 'uninitialized' : 'active',
      ...said,
    }),
  })
  const data = (of: Parameters<typeof tonTokenData>[0]) => tonTokenData(of).toBoc().toString('base64')
  const says = (of: Partial<Parameters<typeof tonTokenData>[0]>) => (own: string) =>
    tokens({ data: data({ owner: own, amount: 1_000_000_000n, ...of }) })
  const wallet = (said: Record<string, unknown>) =>
    always({
      getWalletInformation: () => ({ account_state: 'active', seqno: 7, balance: '5000000000', ...said }),
    })
  return {
    asset: 'USDT',
    terms: { amount: '1500000', fee_ceiling: '110000000' },
    higherCeiling: '200000000',
    to: tonRecipient,
    honest: (own) => ({ ...coinKind.honest(own), ...says({})(own) }),
    lies: {
      seqno: {
        'used long ago': ['signed', wallet({ seqno: 1 })],
        'a wallet that is not on the chain': ['signed', wallet({ account_state: 'uninitialized' })],
      },
      balance: {
        'nothing there': ['gas_missing', wallet({ balance: '0' })],
        'more than there is': ['signed', wallet({ balance: '9'.repeat(30) })],
      },
      token_balance: {
        'nothing there': ['insufficient_funds', says({ amount: 0n })],
        'no wallet': ['insufficient_funds', () => tokens({ state: 'uninitialized', data: '' })],
        'more than there is': ['signed', says({ amount: 10n ** 29n })],
        'more than can be typed': ['node_unavailable', says({ amount: 2n ** 119n })],
        'that of somebody else': ['node_unavailable', says({ owner: tonRecipient })],
        'that of another token': ['node_unavailable', says({ master: String(tonTokenWallet(tonRecipient)) })],
        'it is locked': ['node_unavailable', says({ status: 1 })],
        'no cell': ['node_unavailable', () => tokens({ data: 'AAAA' })],
        'no answer': ['node_unavailable', always({ getAddressInformation: () => 7 })],
      },
    },
    read: readJettons,
    canBeReplaced: true,
    failure: coinKind.failure,
  }
}
