import { getAddress } from 'ethers'
import { utils } from 'tronweb'
import { contractOf } from '../../../contract/money/assets.ts'
import type { WalletKey } from '../../../server/features/wallets/derivation/derivation.ts'
import type { SignedTransaction, UnsignedOn } from '../../../server/features/wallets/signing/model.ts'
import { tron } from '../../../server/features/wallets/signing/networks/tron.ts'
import { fc } from '../../support/cases/properties.ts'
import { erc20 } from './ethereum-payments.ts'
import { accounts, tronAddress, tronKeys } from './wallet-keys.ts'

type Unsigned = UnsignedOn<'tron'>

export const trx = 1_000_000n
export const from = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
export const to = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

export const coins: Unsigned = {
  network: 'tron',
  asset: 'TRX',
  from,
  to,
  amount: 25n * trx,
  feeCeiling: 2n * trx,
  blockId: Uint8Array.from({ length: 32 }, (_, index) => index + 1),
  timestamp: 1_794_000_000_000,
  expiration: 1_794_003_600_000,
  balance: 100n * trx,
  tokenBalance: null,
}

export const tokens: Unsigned = {
  ...coins,
  asset: 'USDT',
  amount: 1_500_000n,
  feeCeiling: 30n * trx,
  tokenBalance: 2_000_000n,
}

/** Payments that are not refused, and the key of the wallet that pays. */
export const payments = fc
  .record({
    key: tronKeys,
    recipient: accounts,
    isToken: fc.boolean(),
    // tronweb takes amounts of TRX as floating-point numbers.
    amount: fc.bigInt({ min: 1n, max: 9n * 10n ** 15n }),
    tokenAmount: fc.bigInt({ min: 1n, max: 2n ** 255n }),
    feeCeiling: fc.bigInt({ min: 7n * trx, max: 20_000n * trx }),
    blockId: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    timestamp: fc.integer({ min: 1, max: 2 ** 43 }),
    life: fc.integer({ min: 1, max: 86_400_000 }),
    isAll: fc.boolean(),
  })
  .map(({ key, recipient, isToken, amount, tokenAmount, feeCeiling, blockId, timestamp, life, isAll }) => {
    const unsigned: Unsigned = {
      network: 'tron',
      asset: isToken ? 'USDT' : 'TRX',
      from: key.address,
      to: tronAddress(recipient),
      amount: isAll ? 'all' : isToken ? tokenAmount : amount,
      feeCeiling,
      blockId,
      timestamp,
      expiration: timestamp + life,
      balance: isToken ? feeCeiling : amount + 2n * trx,
      tokenBalance: isToken ? tokenAmount : null,
    }
    return { key, unsigned, recipient: getAddress(recipient) }
  })

export function signed(unsigned: Unsigned, key: WalletKey): SignedTransaction {
  const planned = tron.plan(unsigned)
  return { ...planned, ...tron.sign(unsigned, planned, key) }
}

interface TransactionMessage {
  getRawData(): { serializeBinary(): Uint8Array }
  getSignatureList_asU8(): Uint8Array[]
}
/** The message of tron's protocol, which tronweb keeps there. */
const { Transaction } = (
  globalThis as unknown as {
    TronWebProto: { Transaction: { deserializeBinary(bytes: Uint8Array): TransactionMessage } }
  }
).TronWebProto

/** A transaction as tronweb reads it. */
export function readByTronweb(raw: string, asset: Unsigned['asset']) {
  const message = Transaction.deserializeBinary(Uint8Array.from(Buffer.from(raw, 'hex')))
  const rawData = Buffer.from(message.getRawData().serializeBinary()).toString('hex')
  const type = asset === 'TRX' ? 'TransferContract' : 'TriggerSmartContract'
  return {
    rawData,
    signatures: message.getSignatureList_asU8().map((bytes) => Buffer.from(bytes).toString('hex')),
    ...utils.deserializeTx.deserializeTransaction(type, rawData),
  }
}

/** The transaction as tronweb makes it from the JSON of a node, with its signature. */
export function asTronweb(unsigned: Unsigned, amount: bigint, feeLimit: number, secret: string) {
  const { asset, blockId, expiration, timestamp } = unsigned
  const [owner_address, to_address] = [unsigned.from, unsigned.to].map((address) =>
    utils.address.toHex(address),
  )
  const type = asset === 'TRX' ? 'TransferContract' : 'TriggerSmartContract'
  const recipient = `0x${to_address?.slice(2)}`
  const value =
    asset === 'TRX'
      ? { owner_address, to_address, amount: Number(amount) }
      : {
          owner_address,
          contract_address: utils.address.toHex(contractOf('tron', 'USDT')),
          data: erc20.encodeFunctionData('transfer', [recipient, amount]).slice(2),
          call_value: 0,
        }
  const id = Buffer.from(blockId).toString('hex')
  const message = utils.transaction.txJsonToPb({
    raw_data: {
      contract: [{ type, parameter: { type_url: `type.googleapis.com/protocol.${type}`, value } }],
      ref_block_bytes: id.slice(12, 16),
      ref_block_hash: id.slice(16, 32),
      expiration,
      timestamp,
      fee_limit: feeLimit,
    },
  })
  const rawData = utils.transaction.txPbToRawDataHex(message).toLowerCase()
  const txId = utils.transaction.txPbToTxID(message).replace(/^0x/, '')
  const signature = utils.crypto.signTransaction(secret.slice(2), { txID: txId }).signature[0] ?? ''
  message.addSignature(Uint8Array.from(Buffer.from(signature, 'hex')))
  return {
    rawData,
    txId,
    signature: signature.toLowerCase(),
    raw: Buffer.from(message.serializeBinary()).toString('hex'),
  }
}
