import { createRequire } from 'node:module'
import { join } from 'node:path'

interface BcoinTransaction {
  outputs: { getDustThreshold(rate: number): number }[]
  txid(): string
  isSane(): boolean
  hasStandardWitness(view: unknown): boolean
  verify(view: unknown, flags: number): boolean
  checkInputs(view: unknown, height: number): [fee: number, reason: string, score: number]
}

export interface BcoinVerdict {
  id: string
  isSane: boolean
  hasStandardWitness: boolean
  isSigned: boolean
  fee: bigint
  /** Of the first output. */
  dustLimit: bigint
}

/**
 * What bcoin says about a transaction and those that it spends. Its scripts and rules are JavaScript; its chain needs a
 * native database, which is not built here, so it is a verifier and no node.
 */
export function bcoinVerdict(raw: string, previous: readonly Uint8Array[]): BcoinVerdict {
  const require = createRequire(join(import.meta.dirname, 'project/package.json'))
  const TX: { fromRaw(bytes: Buffer): BcoinTransaction } = require('bcoin/lib/primitives/tx')
  const CoinView: new () => {
    addTX(tx: BcoinTransaction, height: number): void
  } = require('bcoin/lib/coins/coinview')
  const { flags }: { flags: { STANDARD_VERIFY_FLAGS: number } } = require('bcoin/lib/script/common')

  const transaction = TX.fromRaw(Buffer.from(raw, 'hex'))
  const view = new CoinView()
  for (const bytes of previous) view.addTX(TX.fromRaw(Buffer.from(bytes)), 1)
  const [fee] = transaction.checkInputs(view, 1_000)
  return {
    id: transaction.txid(),
    isSane: transaction.isSane(),
    hasStandardWitness: transaction.hasStandardWitness(view),
    isSigned: transaction.verify(view, flags.STANDARD_VERIFY_FLAGS),
    fee: BigInt(fee),
    dustLimit: BigInt(transaction.outputs[0]?.getDustThreshold(1_000) ?? 0),
  }
}
