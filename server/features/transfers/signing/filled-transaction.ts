import type { SignTransferBody, TransferInputs } from '../../../../contract/wallets/transfers.ts'
import type { Actor } from '../../../platform/actor.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { ReplacedTransaction } from '../../chain-nodes/chain-node.ts'
import {
  type PlannedTransaction,
  TransactionRefused,
  type UnsignedTransaction,
} from '../../wallets/signing/model.ts'
import { listReplaced, toReplaced } from '../transfer/replaced-transfers.ts'
import {
  type EthereumInputs,
  faultOfRefusal,
  type GivenInputs,
  inputsFor,
  refuseTip,
} from '../transfer/signing-inputs.ts'
import { listLivingSpends } from '../transfer/spend-store.ts'
import type { Transfer } from '../transfer/transfer-tables.ts'
import { payingTogether, unsignedTransaction } from '../transfer/unsigned-transaction.ts'
import { feeShares } from './fee-shares.ts'
import type { TransferParts } from './transfer-parts.ts'

/** A transaction that has all it needs, and what it will do. */
export interface Filled {
  inputs: GivenInputs
  at: Date
  transaction: UnsignedTransaction
  /** Of a batch on bitcoin: what the transaction does for this transfer, with its share of the fee. */
  planned: PlannedTransaction
  /** Of a batch on bitcoin: which output of the transaction pays this transfer; null for all others. */
  output: number | null
  /** What people approve: of `all`, the number that they have seen. */
  approvedAmount: bigint
  /** Of ethereum, as it was typed or as the node said it; null on other networks. */
  nonce: bigint | null
  /** Whether whoever signs has compared the destination with what it looks like. */
  isComparedInFull: boolean
}

/** Fills in what the chain needs fresh, and plans what is to be signed. */
export function createFilling({
  db: pool,
  now,
  wallets,
  nodes,
  approvalsOf,
}: Pick<TransferParts, 'db' | 'now' | 'wallets' | 'nodes' | 'approvalsOf'>) {
  /** The number that stands for `all` in the open approval that this person has asked for. */
  async function askedAmount({ id, amount }: Transfer, actor: Actor): Promise<bigint | undefined> {
    if (amount !== 'all') return undefined
    const open = (await approvalsOf(pool, 'transfer.sign', [id])).find(
      ({ askedById, status }) => askedById === actor.id && (status === 'waiting' || status === 'approved'),
    )
    const units = open?.content.amount_units
    return typeof units === 'string' && units !== 'all' ? BigInt(units) : undefined
  }

  /** What it replaces is what it must spend as well. */
  function inputsOf(
    transfer: Transfer,
    sent: TransferInputs | undefined,
    replaced: () => Promise<ReplacedTransaction[]>,
    payments = 1,
  ): Promise<GivenInputs> {
    const taken = () => listLivingSpends(pool, transfer, transfer.replaces)
    return inputsFor(transfer, sent, { nodes, taken, replaced, payments })
  }

  return {
    async one(
      transfer: Transfer,
      { inputs: sent, compared_in_full }: SignTransferBody,
      actor: Actor,
    ): Promise<Filled> {
      const replaced = async () => (await listReplaced(pool, transfer)).map(toReplaced)
      const inputs = await inputsOf(transfer, sent, replaced)
      if (sent?.ethereum) refuseTip(sent.ethereum, await replaced())
      const at = now()
      const plan = (amount: string) => wallets.plan(unsignedTransaction({ ...transfer, amount }, inputs, at))
      try {
        const wanted = await plan(transfer.amount)
        // More has come since people were asked: they see and approve a number, and no more than that is sent.
        const asked = await askedAmount(transfer, actor)
        const planned = asked !== undefined && asked < wanted.amount ? await plan(asked.toString()) : wanted
        const nonce = transfer.network === 'ethereum' ? BigInt((inputs as EthereumInputs).nonce) : null
        return {
          inputs,
          at,
          // `all` is decided as a number, on every network.
          transaction: unsignedTransaction({ ...transfer, amount: planned.amount.toString() }, inputs, at),
          planned,
          output: null,
          approvedAmount: asked ?? wanted.amount,
          nonce,
          isComparedInFull: compared_in_full === true,
        }
      } catch (error) {
        if (!(error instanceof TransactionRefused)) throw error
        const isRaised =
          sent === undefined && transfer.replaces !== null && error.code === 'fee_above_ceiling'
        const code = isRaised ? 'replacement_above_ceiling' : error.code
        throw new Invalid([faultOfRefusal({ code, context: error.context }, transfer, sent)])
      }
    },

    /** One transaction of bitcoin that pays all of them, in this order. */
    async together(
      transfers: readonly [Transfer, ...Transfer[]],
      sent: TransferInputs | undefined,
    ): Promise<Filled[]> {
      const [first] = transfers
      const sum = (units: readonly string[]) => units.reduce((all, one) => all + BigInt(one), 0n).toString()
      const ceilings = transfers.map(({ fee_ceiling }) => fee_ceiling)
      const whole = {
        ...first,
        amount: sum(transfers.map(({ amount }) => amount)),
        fee_ceiling: sum(ceilings),
      }
      const inputs = await inputsOf(whole, sent, async () => [], transfers.length)
      const at = now()
      const transaction = payingTogether(transfers.map((one) => unsignedTransaction(one, inputs, at)))
      try {
        const planned = await wallets.plan(transaction)
        const shares = feeShares(planned.fee, ceilings.map(BigInt))
        return transfers.map(({ amount }, output) => ({
          inputs,
          at,
          transaction,
          planned: { ...planned, amount: BigInt(amount), fee: shares[output] as bigint },
          output,
          approvedAmount: BigInt(amount),
          nonce: null,
          isComparedInFull: false,
        }))
      } catch (error) {
        if (!(error instanceof TransactionRefused)) throw error
        throw new Invalid([faultOfRefusal(error, whole, sent)])
      }
    },
  }
}
