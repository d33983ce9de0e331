import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { contractOf } from '../../contract/money/assets.ts'
import type { SignedTransaction, UnsignedOn } from '../../server/features/wallets/signing/model.ts'
import { tonTokenWallet } from '../support/outside/fake-chains.ts'

interface MessageType {
  fromObject(fields: object): unknown
  encode(message: unknown): { finish(): Uint8Array }
  decode(bytes: Uint8Array): unknown
}

interface Core {
  AnySigner: { sign(input: Uint8Array, coin: unknown): Uint8Array }
  TransactionCompiler: { preImageHashes(coin: unknown, input: Uint8Array): Uint8Array }
  CoinType: Record<string, unknown>
  Curve: Record<'ed25519', unknown>
  PrivateKey: { createWithData(key: Uint8Array): { sign(hash: Uint8Array, curve: unknown): Uint8Array } }
  EthereumAbiFunction: {
    createWithString(name: string): {
      addParamAddress(address: Uint8Array, isOutput: boolean): number
      addParamUInt256(value: Uint8Array, isOutput: boolean): number
    }
  }
  EthereumAbi: { encode(call: unknown): Uint8Array }
}

/** The block that a transaction of tron refers to. */
export interface TronBlock {
  number: number
  timestamp: number
  txTrieRoot: Uint8Array
  parentHash: Uint8Array
  witnessAddress: Uint8Array
  version: number
}

/** An output of bitcoin that is spent, and one that is paid. */
export interface BitcoinCoins {
  spent: readonly { txId: string; index: number; amount: bigint }[]
  paid: readonly { to: string; amount: bigint }[]
}

/** A payment, and what was planned for it: that is, all but the bytes. */
type Amounts = Pick<SignedTransaction, 'amount'>

/**
 * Signs payments with Trust Wallet Core: C++ and Rust as WebAssembly, which share no code with the worker nor with the
 * libraries of the other tests.
 */
export async function startWalletCore() {
  const require = createRequire(join(import.meta.dirname, 'project/package.json'))
  const {
    initWasm,
    TW,
  }: { initWasm(): Promise<Core>; TW: Record<string, { Proto: Record<string, MessageType> }> } =
    require('@trustwallet/wallet-core')
  const core = await initWasm()

  function messageOf(proto: string, name: string): MessageType {
    const type = TW[proto]?.Proto[name]
    if (!type) throw new Error(`Wallet Core has no ${proto}.${name}.`)
    return type
  }

  function encoded(proto: string, name: string, fields: object): Uint8Array {
    const type = messageOf(proto, name)
    return type.encode(type.fromObject(fields)).finish()
  }

  function signed<Output>(proto: string, coin: string, input: object): Output {
    const bytes = core.AnySigner.sign(encoded(proto, 'SigningInput', input), core.CoinType[coin])
    const output = messageOf(proto, 'SigningOutput').decode(bytes) as Output & { errorMessage: string }
    if (output.errorMessage) throw new Error(output.errorMessage)
    return output
  }

  function tokenCall(to: Uint8Array, amount: bigint): Uint8Array {
    const call = core.EthereumAbiFunction.createWithString('transfer')
    call.addParamAddress(to, false)
    call.addParamUInt256(bigEndian(amount), false)
    return core.EthereumAbi.encode(call)
  }

  return {
    /** Its number, and the SHA-256 of its header from the ninth byte on. */
    tronBlockId(block: TronBlock): Uint8Array {
      const id = createHash('sha256')
        .update(encoded('Tron', 'BlockHeader', block))
        .digest()
      id.writeBigUInt64BE(BigInt(block.number))
      return Uint8Array.from(id)
    },

    /** `account`: the recipient without the leading 0x41. Its own call for tokens would leave that in. */
    tron(
      payment: UnsignedOn<'tron'>,
      { amount, feeLimit, account }: Amounts & { feeLimit: number; account: Uint8Array },
      block: TronBlock,
      privateKey: Uint8Array,
    ) {
      const { asset, from: ownerAddress, to: toAddress, timestamp, expiration } = payment
      const contract =
        asset === 'TRX'
          ? { transfer: { ownerAddress, toAddress, amount: `${amount}` } }
          : {
              triggerSmartContract: {
                ownerAddress,
                contractAddress: contractOf('tron', asset),
                data: tokenCall(account, amount),
              },
            }
      const transaction = { timestamp, expiration, feeLimit, blockHeader: block, ...contract }
      const output = signed<{ id: Uint8Array; signature: Uint8Array; json: string }>('Tron', 'tron', {
        privateKey,
        transaction,
      })
      return {
        txId: hex(output.id),
        rawData: (JSON.parse(output.json) as { raw_data_hex: string }).raw_data_hex,
        signature: output.signature,
      }
    },

    ethereum(payment: UnsignedOn<'ethereum'>, { amount }: Amounts, privateKey: Uint8Array): string {
      const { asset, to, nonce, maxFeePerGas, maxPriorityFeePerGas } = payment
      const isCoin = asset === 'ETH'
      const output = signed<{ encoded: Uint8Array }>('Ethereum', 'ethereum', {
        privateKey,
        chainId: bigEndian(1n),
        nonce: bigEndian(nonce),
        txMode: 'Enveloped',
        gasLimit: bigEndian(isCoin ? 21_000n : 100_000n),
        maxFeePerGas: bigEndian(maxFeePerGas),
        maxInclusionFeePerGas: bigEndian(maxPriorityFeePerGas),
        toAddress: isCoin ? to : contractOf('ethereum', asset),
        transaction: isCoin
          ? { transfer: { amount: bigEndian(amount) } }
          : { erc20Transfer: { to, amount: bigEndian(amount) } },
      })
      return `0x${hex(output.encoded)}`
    },

    solana({ to, lifetime }: UnsignedOn<'solana'>, { amount }: Amounts, privateKey: Uint8Array): string {
      const { encoded } = signed<{ encoded: string }>('Solana', 'solana', {
        privateKey,
        ...('nonce' in lifetime
          ? { recentBlockhash: lifetime.nonce, nonceAccount: lifetime.nonceAccount }
          : { recentBlockhash: lifetime.blockhash }),
        transferTransaction: { recipient: to, value: `${amount}` },
        txEncoding: 'Base64',
      })
      return encoded
    },

    ton(payment: UnsignedOn<'ton'>, { amount }: Amounts, privateKey: Uint8Array): string {
      const { asset, from, to, seqno, validUntil, comment } = payment
      const own = {
        dest: String(tonTokenWallet(from)),
        amount: bigEndian(50_000_000n),
        bounceable: true,
        jettonTransfer: {
          queryId: seqno,
          jettonAmount: bigEndian(amount),
          toOwner: to,
          responseAddress: from,
          forwardAmount: bigEndian(1n),
        },
      }
      const plain = {
        dest: to,
        amount: bigEndian(amount),
        bounceable: Buffer.from(to, 'base64url')[0] === 0x11,
      }
      const { encoded } = signed<{ encoded: string }>('TheOpenNetwork', 'ton', {
        privateKey,
        sequenceNumber: seqno,
        expireAt: validUntil,
        walletVersion: 'WALLET_V4_R2',
        messages: [
          { ...(asset === 'TON' ? plain : own), mode: 3, ...(comment !== undefined && { comment }) },
        ],
      })
      return encoded
    },

    ed25519(privateKey: Uint8Array, message: Uint8Array): string {
      return hex(core.PrivateKey.createWithData(privateKey).sign(message, core.Curve.ed25519))
    },

    /** It does not choose anything: all that is spent and paid is given, and the fee is the rest. */
    bitcoin({ spent, paid }: BitcoinCoins, key: { privateKey: Uint8Array; publicKey: Uint8Array }) {
      const input = {
        signingV2: {
          privateKeys: [key.privateKey],
          publicKeys: [key.publicKey],
          chainInfo: { p2pkhPrefix: 0, p2shPrefix: 5 },
          builder: {
            version: 'V2',
            inputSelector: 'UseAll',
            fixedDustThreshold: 1,
            inputs: spent.map(({ txId, index, amount }) => ({
              outPoint: { hash: Buffer.from(txId, 'hex').reverse(), vout: index },
              value: `${amount}`,
              sighashType: 1,
              sequence: { sequence: 0xffff_fffd },
              scriptBuilder: { p2wpkh: { pubkey: key.publicKey } },
            })),
            outputs: paid.map(({ to, amount }) => ({ value: `${amount}`, toAddress: to })),
          },
        },
      }
      const { signingResultV2: result } = signed<{
        signingResultV2: { errorMessage: string; encoded: Uint8Array; fee: { toString(): string } }
      }>('Bitcoin', 'bitcoin', input)
      if (result.errorMessage) throw new Error(result.errorMessage)
      const { preSigningResultV2 } = messageOf('Bitcoin', 'PreSigningOutput').decode(
        core.TransactionCompiler.preImageHashes(
          core.CoinType.bitcoin,
          encoded('Bitcoin', 'SigningInput', input),
        ),
      ) as { preSigningResultV2: { sighashes: { sighash: Uint8Array }[] } }
      return {
        raw: hex(result.encoded),
        fee: BigInt(result.fee.toString()),
        hashes: preSigningResultV2.sighashes.map(({ sighash }) => hex(sighash)),
      }
    },
  }
}

/** A number in as few bytes as it needs, but for zero, which has one. */
function bigEndian(value: bigint): Buffer {
  const digits = value.toString(16)
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
