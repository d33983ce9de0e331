import { type Fault, fault, missing } from '../../../../contract/api/faults.ts'
import { coins } from '../../../../contract/money/assets.ts'
import { type Network, networks } from '../../../../contract/money/networks.ts'
import { highestTip } from '../../../../contract/wallets/transfer-rules.ts'
import type { TransferInputs } from '../../../../contract/wallets/transfers.ts'
import { Invalid } from '../../../platform/errors.ts'
import { larger, quotient } from '../../chain-nodes/bounds.ts'
import type { ChainNode, ChainNodes, ReplacedTransaction } from '../../chain-nodes/chain-node.ts'
import type { RefusalCode, TransactionRefused } from '../../wallets/signing/model.ts'
import type { Transfer } from './transfer-tables.ts'

const gwei = 1_000_000_000n
export type EthereumInputs = NonNullable<TransferInputs['ethereum']>

export type GivenInputs = NonNullable<TransferInputs[Network]>

/** What the chain needs fresh: as it was sent, or as the node says if nothing was. */
export async function inputsFor(
  transfer: Transfer,
  sent: TransferInputs | undefined,
  {
    nodes,
    taken,
    replaced,
    payments,
  }: {
    nodes: ChainNodes
    taken: () => Promise<string[]>
    replaced: () => Promise<ReplacedTransaction[]>
    /** How many transfers the transaction makes. */
    payments: number
  },
): Promise<GivenInputs> {
  const { network, asset, amount } = transfer
  if (sent !== undefined) {
    const faults = inputFaults(transfer, sent)
    if (faults.length > 0) throw new Invalid(faults)
    return sent[network] as GivenInputs
  }
  const node = nodes[network] as ChainNode | undefined
  if (node === undefined) throw new Invalid([missing(['body', 'inputs'])])
  return node.inputs({
    asset,
    from: transfer.from_address,
    to: transfer.to_address,
    amount: amount === 'all' ? 'all' : BigInt(amount),
    feeCeiling: BigInt(transfer.fee_ceiling),
    taken: await taken(),
    replaced: await replaced(),
    payments,
  })
}

function inputFaults({ network, asset }: Transfer, sent: TransferInputs): Fault[] {
  const at = ['body', 'inputs']
  const others = networks.filter((other) => other !== network && sent[other] !== undefined)
  const faults: Fault[] = others.map((other) => fault([...at, other], 'input_invalid'))
  if (sent[network] === undefined) return [missing([...at, network]), ...faults]
  const given = sent[network] as { token_balance?: string }
  const isToken = asset !== coins[network]
  if (isToken && given.token_balance === undefined) faults.push(missing([...at, network, 'token_balance']))
  const { solana } = sent
  if (network === 'solana' && solana) {
    const { blockhash, nonce_account, nonce } = solana
    const needed = isToken ? 'recipient_token_account' : 'recipient_balance'
    if (solana[needed] === undefined) faults.push(missing([...at, 'solana', needed]))
    if (blockhash === undefined && nonce_account === undefined)
      faults.push(missing([...at, 'solana', 'blockhash']))
    if (blockhash !== undefined && nonce_account !== undefined)
      faults.push(fault([...at, 'solana', 'blockhash'], 'input_invalid'))
    if (nonce_account !== undefined && nonce === undefined) faults.push(missing([...at, 'solana', 'nonce']))
  }
  return faults
}

/** The part for the validator has a bound of its own; a replacement must pay a tenth more than what it replaces. */
export function refuseTip(
  { max_priority_fee_per_gas: tip }: EthereumInputs,
  replaced: readonly ReplacedTransaction[],
): void {
  const before = replaced.map(({ inputs }) => BigInt((inputs as EthereumInputs).max_priority_fee_per_gas))
  const most = before.reduce((highest, one) => larger(highest, quotient(one * 11n, 10n)), highestTip)
  if (BigInt(tip) <= most) return
  const at = ['body', 'inputs', 'ethereum', 'max_priority_fee_per_gas']
  throw new Invalid([fault(at, 'tip_too_high', { most: (most / gwei).toString() })])
}

type Refused = Pick<TransactionRefused, 'context'> & { code: RefusalCode | 'replacement_above_ceiling' }

/** A refusal of the signer as a fault of what was sent, at the input that can be mended. Its values are amounts and ids. */
export function faultOfRefusal(
  refused: Refused,
  transfer: Transfer,
  sent: TransferInputs | undefined,
): Fault {
  const { code, context } = refused
  const { network } = transfer
  const place = sent === undefined ? [] : placeOf(refused, transfer, sent[network] ?? {})
  const plain = fault(['body', 'inputs', network, ...place], code)
  return { ...plain, ctx: { ...plain.ctx, ...context } }
}

/** Which of the inputs was refused; none if another one cannot change it. */
function placeOf(
  { code, context }: Refused,
  { network, asset }: Transfer,
  given: object,
): (string | number)[] {
  const { input, previous, outpoint } = context
  if (previous !== undefined)
    return ['previous', Number(previous), outpoint === undefined ? 'transaction' : 'outputs']
  const usual: Partial<Record<Refused['code'], string>> = {
    insufficient_funds: asset === coins[network] ? 'balance' : 'token_balance',
    gas_missing: 'balance',
    rent: asset === coins[network] ? 'recipient_balance' : 'balance',
    fee_above_ceiling: network === 'bitcoin' ? 'fee_rate' : 'max_fee_per_gas',
  }
  const name = input ?? usual[code]
  return name !== undefined && Object.hasOwn(given, name) ? [name] : []
}
