import type { Network } from '../../../contract/networks.ts'
import type { TransferInputs } from '../../../contract/transfers.ts'
import type { UnsignedTransaction } from '../wallets/signing/model.ts'
import type { Transfer } from './transfer-tables.ts'

const hour = 3_600_000

/**
 * How long networks accept a transaction that is signed now. Both are for offline use: it is carried to another machine
 * first. Tron allows at most 24 hours.
 */
export const lifetimes = { tron: 12 * hour, ton: hour } as const

type Inputs = NonNullable<TransferInputs[Network]>
type InputsOn<N extends Network> = NonNullable<TransferInputs[N]>

/**
 * The transaction in typed fields, from the intent, what the chain needs fresh, and the time when that was decided. The
 * same three always make the same transaction, and signatures are deterministic: so it can be signed again after a crash.
 */
export function unsignedTransaction(
  transfer: Pick<Transfer, 'network' | 'asset' | 'from_address' | 'to_address' | 'amount' | 'fee_ceiling'>,
  inputs: Inputs,
  at: Date,
): UnsignedTransaction {
  const payment = {
    network: transfer.network,
    asset: transfer.asset,
    from: transfer.from_address,
    to: transfer.to_address,
    amount: transfer.amount === 'all' ? 'all' : BigInt(transfer.amount),
    feeCeiling: BigInt(transfer.fee_ceiling),
  }
  // That the asset is on the network was checked when the transfer was prepared.
  return { ...payment, ...freshFields(transfer.network, inputs, at) } as UnsignedTransaction
}

function freshFields(network: Network, inputs: Inputs, at: Date): object {
  switch (network) {
    case 'bitcoin': {
      const { previous, fee_rate } = inputs as InputsOn<'bitcoin'>
      return {
        previous: previous.map(({ transaction, outputs }) => ({
          transaction: new Uint8Array(Buffer.from(transaction, 'hex')),
          outputs,
        })),
        feeRate: thousandths(fee_rate),
      }
    }
    case 'ethereum': {
      const given = inputs as InputsOn<'ethereum'>
      return {
        nonce: BigInt(given.nonce),
        maxFeePerGas: BigInt(given.max_fee_per_gas),
        maxPriorityFeePerGas: BigInt(given.max_priority_fee_per_gas),
        ...balances(given),
      }
    }
    case 'tron': {
      const given = inputs as InputsOn<'tron'>
      return {
        blockId: new Uint8Array(Buffer.from(given.block_id, 'hex')),
        timestamp: at.getTime(),
        expiration: at.getTime() + lifetimes.tron,
        ...balances(given),
      }
    }
    case 'solana': {
      const { blockhash, nonce_account, nonce, balance, recipient_balance } = inputs as InputsOn<'solana'>
      return {
        lifetime:
          nonce_account === undefined
            ? { blockhash: blockhash ?? '' }
            : { nonceAccount: nonce_account, nonce: nonce ?? '' },
        balance: BigInt(balance),
        recipientBalance: BigInt(recipient_balance),
      }
    }
    case 'ton': {
      const { seqno, balance } = inputs as InputsOn<'ton'>
      return {
        seqno,
        validUntil: Math.floor((at.getTime() + lifetimes.ton) / 1_000),
        balance: BigInt(balance),
      }
    }
  }
}

function balances({ balance, token_balance }: { balance: string; token_balance?: string }) {
  return {
    balance: BigInt(balance),
    tokenBalance: token_balance === undefined ? null : BigInt(token_balance),
  }
}

/** `4.5` is 4500. */
function thousandths(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(3, '0'))
}
