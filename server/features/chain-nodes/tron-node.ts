import { coins, contractOf, type PurchaseAsset } from '../../../contract/money/assets.ts'
import { base58check } from '../../../contract/wallets/addresses.ts'
import type { ChainNode, ExpectedPayment } from './chain-node.ts'
import { count, hexUnits, list, object, text, UnusableAnswer, units } from './node-answer.ts'
import type { NodeClient } from './node-client.ts'
import { differing, judge, nothingReceived, unknownEffect } from './observed-effect.ts'
import { createChainCheck } from './same-chain.ts'

const isToken = (asset: string) => asset !== coins.tron
const transferEvent = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** 19 of 27 producers have built on it: such a block is final. */
const depth = 20
const hash = /^[0-9a-f]{64}$/i

/** The 20 bytes of an address, without the 41 before them. */
const plainHex = (address: string) => Buffer.from(base58check.decode(address).subarray(1)).toString('hex')
const word = (hex: string) => hex.padStart(64, '0')

/** The HTTP API of a full node (java-tron). */
export function createTronNode({ post, refused }: NodeClient): ChainNode<'tron'> {
  async function ask(path: string, body: Record<string, unknown>): Promise<Record<string, unknown>> {
    const answer = await post(`/wallet/${path}`, body)
    // With status 200.
    if (answer.Error !== undefined) throw refused(answer.Error)
    return answer
  }

  const demandMainnet = createChainCheck('tron', async () =>
    text((await ask('getblockbynum', { num: 0 })).blockID, hash),
  )

  async function newestBlock(): Promise<{ id: string; number: number }> {
    const block = await ask('getnowblock', {})
    const header = object(object(block.block_header).raw_data)
    return { id: text(block.blockID, hash), number: count(header.number) }
  }

  /** An account that was never paid is an empty answer. */
  async function coinBalance(address: string): Promise<bigint> {
    const account = await ask('getaccount', { address, visible: true })
    if (Object.keys(account).length === 0) return 0n
    if (account.address !== address) throw new UnusableAnswer()
    return account.balance === undefined ? 0n : units(account.balance)
  }

  async function tokenBalance(address: string, asset: PurchaseAsset): Promise<bigint> {
    const answer = await ask('triggerconstantcontract', {
      owner_address: address,
      contract_address: contractOf('tron', asset),
      function_selector: 'balanceOf(address)',
      parameter: word(plainHex(address)),
      visible: true,
    })
    return hexUnits(`0x${text(list(answer.constant_result, 1)[0], hash)}`)
  }

  const transaction = (txId: string) => ask('gettransactionbyid', { value: txId, visible: true })

  /** Undefined if the node does not have it in a block. */
  async function locate(txId: string): Promise<Located | undefined> {
    const [info, sent] = await Promise.all([
      ask('gettransactioninfobyid', { value: txId }),
      transaction(txId),
    ])
    if (info.id === undefined || sent.txID === undefined) return undefined
    const head = await newestBlock()
    const confirmations = Math.max(0, head.number - count(info.blockNumber) + 1)
    const receipt = info.receipt === undefined ? {} : object(info.receipt)
    const outcomes = [object(list(sent.ret, 1)[0]).contractRet, receipt.result, info.result]
    const call = object(list(object(sent.raw_data).contract, 1)[0])
    return {
      info,
      sent,
      call: { type: call.type, value: object(object(call.parameter).value) },
      outcomes,
      hasFailed: outcomes.some((outcome) => typeof outcome === 'string' && outcome !== 'SUCCESS'),
      isDeep: confirmations >= depth,
      confirmations,
    }
  }

  return {
    network: 'tron',

    async inputs({ asset, from }) {
      await demandMainnet()
      const [block, balance, tokens] = await Promise.all([
        newestBlock(),
        coinBalance(from),
        isToken(asset) ? tokenBalance(from, asset) : null,
      ])
      return {
        block_id: block.id,
        balance: balance.toString(),
        ...(tokens !== null && { token_balance: tokens.toString() }),
      }
    },

    async broadcast({ raw, txId, beforeSent }) {
      await demandMainnet()
      await beforeSent()
      const answer = await ask('broadcasthex', { transaction: raw })
      if (answer.result === true || (await transaction(txId)).txID === txId) return
      throw refused(answer.code)
    },

    async balance(address, asset) {
      await demandMainnet()
      return isToken(asset) ? tokenBalance(address, asset) : coinBalance(address)
    },

    /** A plain node cannot list payments. */
    async incoming() {
      return []
    },

    history: null,

    async effect(payment) {
      await demandMainnet()
      const found = await locate(payment.txId)
      if (found === undefined) return unknownEffect
      const { info, confirmations, isDeep, hasFailed } = found
      return judge({
        confirmations,
        fee: info.fee === undefined ? 0n : units(info.fee),
        isDeep,
        failure: hasFailed ? 'The network did not carry out the transaction.' : null,
        difference: differenceOf(payment, found),
      })
    },

    async received({ txId, asset, to }) {
      await demandMainnet()
      const found = await locate(txId)
      if (found === undefined || found.hasFailed) return nothingReceived
      const { info, call, isDeep } = found
      if (isToken(asset)) {
        const paid = transfersOf(info, asset).filter((transfer) => transfer.to === word(plainHex(to)))
        return { amount: paid.reduce((sum, { amount }) => sum + amount, 0n), isFinal: isDeep }
      }
      // What a contract sends on is not in the transaction.
      return call.type === 'TransferContract' && call.value.to_address === to
        ? { amount: units(call.value.amount), isFinal: isDeep }
        : null
    },
  }
}

interface Located {
  info: Record<string, unknown>
  sent: Record<string, unknown>
  call: { type: unknown; value: Record<string, unknown> }
  /** Of the transaction and, if it calls a contract, of the call. */
  outcomes: unknown[]
  hasFailed: boolean
  isDeep: boolean
  confirmations: number
}

/** The events of a token. */
function transfersOf({ log }: Record<string, unknown>, asset: PurchaseAsset) {
  const contract = plainHex(contractOf('tron', asset))
  const logs = log === undefined ? [] : list(log).map(object)
  return logs
    .filter(({ address, topics }) => address === contract && list(topics, 4)[0] === transferEvent)
    .map(({ topics, data }) => {
      const [, from, to] = list(topics, 4)
      return { from, to, amount: BigInt(`0x${text(data, hash)}`) }
    })
}

function differenceOf(
  { asset, txId, from, to, amount }: ExpectedPayment,
  { info, sent, call: { type, value }, outcomes: [first, ofCall], hasFailed }: Located,
): string | null {
  const isCarriedOut = first === 'SUCCESS' && (!isToken(asset) || ofCall === 'SUCCESS')
  const facts = {
    'the outcome': hasFailed || isCarriedOut,
    'the id': info.id === txId && sent.txID === txId,
    'the sender': value.owner_address === from,
  }
  if (!isToken(asset)) {
    return differing({
      ...facts,
      'the kind': type === 'TransferContract',
      'the recipient': value.to_address === to,
      'the amount': type === 'TransferContract' && units(value.amount) === amount,
    })
  }
  const hasTransfer = transfersOf(info, asset).some(
    (transfer) =>
      transfer.from === word(plainHex(from)) &&
      transfer.to === word(plainHex(to)) &&
      transfer.amount === amount,
  )
  return differing({
    ...facts,
    'the kind': type === 'TriggerSmartContract',
    'the contract': value.contract_address === contractOf('tron', asset),
    'the transfer of the token': hasFailed || hasTransfer,
  })
}
