import { coins, contractOf, type PurchaseAsset, tokensOn } from '../../../contract/money/assets.ts'
import { ethereumChecksum } from '../../../contract/wallets/addresses.ts'
import { highestTip } from '../../../contract/wallets/transfer-rules.ts'
import { gasLimit } from '../wallets/signing/networks/ethereum/gas-limits.ts'
import { larger, quotient, smaller } from './bounds.ts'
import type {
  ChainNode,
  ExpectedPayment,
  Movement,
  ReplacedTransaction,
  TransferRequest,
} from './chain-node.ts'
import { count, hexUnits, list, object, quantity, text } from './node-answer.ts'
import { type NodeClient, NodeRefused } from './node-client.ts'
import { differing, judge, nothingReceived, unknownEffect } from './observed-effect.ts'
import { createChainCheck } from './same-chain.ts'

/** keccak-256 of Transfer(address,address,uint256), the event of ERC-20. */
const transferEvent = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const balanceOf = '0x70a08231'
const isToken = (asset: string) => asset !== coins.ethereum
const tokens = tokensOn('ethereum')
/** Where a node knows no finalized block. */
const depth = 12n
/** Some 17 hours. */
const incomingBlocks = 5000n
const mostIncoming = 50
/** Questions of 5,000 blocks each in one history. */
const mostRanges = 10
/** A slot is never shorter. */
const secondsPerBlock = 12
/** Two epochs: what is older is final. */
const relistedBlocks = 64n
const smallestTip = 100_000_000n

const hash = /^0x[0-9a-f]{64}$/i
const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
const hex = (number: bigint) => `0x${number.toString(16)}`
const isSame = (one: unknown, other: string) =>
  typeof one === 'string' && one.toLowerCase() === other.toLowerCase()

/** JSON-RPC of any Ethereum client. */
export function createEthereumNode({ rpc }: NodeClient): ChainNode<'ethereum'> {
  const demandMainnet = createChainCheck('ethereum', async () =>
    quantity(await rpc('eth_chainId', [])).toString(),
  )
  const blockNumber = async () => quantity(await rpc('eth_blockNumber', []))
  const coinBalance = async (of: string) => hexUnits(await rpc('eth_getBalance', [of, 'latest']))
  const transactionCount = async (of: string, block: string) =>
    quantity(await rpc('eth_getTransactionCount', [of, block]))

  async function tokenBalance(of: string, asset: PurchaseAsset): Promise<bigint> {
    const to = contractOf('ethereum', asset)
    const data = `${balanceOf}${word(of).slice(2)}`
    return hexUnits(text(await rpc('eth_call', [{ to, data }, 'latest']), hash))
  }

  /** The price of gas of the next block, and what validators were given on top in the last ones. */
  async function gasPrices(): Promise<{ base: bigint; tip: bigint }> {
    const history = object(await rpc('eth_feeHistory', ['0x5', 'latest', [50]]))
    const base = quantity(list(history.baseFeePerGas, 10).at(-1))
    const tips = list(history.reward, 10).map((block) => quantity(list(block, 1)[0]))
    const [median = 0n] = tips.sort((a, b) => (a < b ? -1 : 1)).slice(Math.floor(tips.length / 2))
    const tip = larger(median, smallestTip)
    return { base, tip: smaller(tip, highestTip) }
  }

  /** Undefined if this kind of node does not know. */
  async function finalizedNumber(): Promise<bigint | undefined> {
    try {
      const block = await rpc('eth_getBlockByNumber', ['finalized', false])
      return block === null ? undefined : quantity(object(block).number)
    } catch (error) {
      if (error instanceof NodeRefused) return undefined
      throw error
    }
  }

  async function knows(txId: string): Promise<boolean> {
    const found = await rpc('eth_getTransactionByHash', [txId])
    return found !== null && isSame(object(found).hash, txId)
  }

  /** The events of tokens of the table that name this address as sender or recipient. */
  async function transfersBetween(of: string, first: bigint, last: bigint): Promise<TokenEvent[]> {
    const filter = (topics: (string | null)[]) => ({
      address: tokens.map(({ contract }) => contract),
      topics,
      fromBlock: hex(first),
      toBlock: hex(last),
    })
    const [into, out] = await Promise.all([
      rpc('eth_getLogs', [filter([transferEvent, null, word(of)])]),
      rpc('eth_getLogs', [filter([transferEvent, word(of)])]),
    ])
    const read = (logs: unknown, direction: 'incoming' | 'outgoing') =>
      list(logs)
        .map(object)
        .flatMap((log): TokenEvent[] => {
          const token = tokens.find(({ contract }) => isSame(log.address, contract))
          if (!token || log.removed === true) return []
          const [, from, to] = list(log.topics, 4).map((topic) => text(topic, hash))
          if (!isSame(direction === 'incoming' ? to : from, word(of))) return []
          const other = (direction === 'incoming' ? from : to) as string
          return [
            {
              txId: text(log.transactionHash, hash).toLowerCase(),
              asset: token.asset,
              direction,
              amount: hexUnits(text(log.data, hash)),
              counterparty: ethereumChecksum(other.slice(26).toLowerCase()),
              position: quantity(log.blockNumber),
              seconds: log.blockTimestamp === undefined ? null : quantity(log.blockTimestamp),
            },
          ]
        })
    return [...read(into, 'incoming'), ...read(out, 'outgoing')]
  }

  /** What the sender of a transaction has paid for it; nothing if that is somebody else. */
  async function feePaidBy(of: string, txId: string): Promise<bigint> {
    const answer = await rpc('eth_getTransactionReceipt', [txId])
    if (answer === null) return 0n
    const receipt = object(answer)
    return isSame(receipt.from, of) ? quantity(receipt.gasUsed) * quantity(receipt.effectiveGasPrice) : 0n
  }

  async function blockTime(number: bigint): Promise<bigint> {
    return quantity(object(await rpc('eth_getBlockByNumber', [hex(number), false])).timestamp)
  }

  /** Undefined if the node does not have it in a block. */
  async function locate(txId: string): Promise<Located | undefined> {
    const [answer, sent] = await Promise.all([
      rpc('eth_getTransactionReceipt', [txId]),
      rpc('eth_getTransactionByHash', [txId]),
    ])
    if (answer === null || sent === null) return undefined
    const receipt = object(answer)
    const number = quantity(receipt.blockNumber)
    const [block, head, finalized] = await Promise.all([
      rpc('eth_getBlockByNumber', [hex(number), false]),
      blockNumber(),
      finalizedNumber(),
    ])
    return {
      sent: object(sent),
      receipt,
      // The chain may have changed between the questions.
      isInChain: block !== null && object(block).hash === text(receipt.blockHash, hash),
      isReverted: quantity(receipt.status) !== 1n,
      isDeep: finalized === undefined ? head - number + 1n >= depth : number <= finalized,
      confirmations: depthOf(head, number),
    }
  }

  return {
    network: 'ethereum',

    async inputs({ asset, from, feeCeiling, taken = [], replaced = [] }) {
      await demandMainnet()
      const [latest, pending, prices, balance, tokens] = await Promise.all([
        transactionCount(from, 'latest'),
        transactionCount(from, 'pending'),
        gasPrices(),
        coinBalance(from),
        isToken(asset) ? tokenBalance(from, asset) : null,
      ])
      let nonce = BigInt(replaced[0]?.inputs.nonce ?? larger(pending, latest))
      while (taken.includes(`nonce:${nonce}`)) nonce += 1n
      const { maxFee, tip } = withinCeiling(prices, raisedPrices(replaced), { asset, feeCeiling })
      return {
        nonce: count(Number(nonce)),
        max_fee_per_gas: maxFee.toString(),
        max_priority_fee_per_gas: tip.toString(),
        balance: balance.toString(),
        ...(tokens !== null && { token_balance: tokens.toString() }),
      }
    },

    async broadcast({ raw, txId, beforeSent }) {
      await demandMainnet()
      await beforeSent()
      try {
        text(await rpc('eth_sendRawTransaction', [raw]), hash)
      } catch (error) {
        // Clients word "already known" differently, and "nonce too low" may mean that it is mined.
        if (error instanceof NodeRefused && (await knows(txId))) return
        throw error
      }
    },

    async balance(of, asset) {
      await demandMainnet()
      return isToken(asset) ? tokenBalance(of, asset) : coinBalance(of)
    },

    /** Of tokens alone: plain nodes cannot list payments of ETH. */
    async incoming(of) {
      await demandMainnet()
      const head = await blockNumber()
      const fromBlock = hex(head > incomingBlocks ? head - incomingBlocks : 0n)
      const filter = {
        address: tokens.map(({ contract }) => contract),
        topics: [transferEvent, null, word(of)],
        fromBlock,
        toBlock: 'latest',
      }
      const logs = list(await rpc('eth_getLogs', [filter])).map(object)
      return logs
        .slice(-mostIncoming)
        .reverse()
        .flatMap((log) => {
          // A token of somebody else is never shown as money, whatever it calls itself.
          const token = tokens.find(({ contract }) => isSame(log.address, contract))
          if (!token) return []
          const at = log.blockTimestamp === undefined ? null : Number(quantity(log.blockTimestamp)) * 1000
          return {
            txId: text(log.transactionHash, hash),
            asset: token.asset,
            amount: BigInt(text(log.data, hash)),
            from: ethereumChecksum(text(list(log.topics, 4)[1], hash).slice(26).toLowerCase()),
            confirmations: depthOf(head, quantity(log.blockNumber)),
            at: at === null ? null : new Date(at),
          }
        })
    },

    /** Of tokens alone: plain nodes cannot list payments of ETH. */
    async history(of, { after, age }) {
      await demandMainnet()
      const head = await blockNumber()
      const blocks = BigInt(Math.max(1, Math.ceil(age / secondsPerBlock)))
      const wanted = larger(0n, after === null ? head - blocks : after - relistedBlocks + 1n)
      let floor = wanted
      let next = wanted
      const events: TokenEvent[] = []
      for (let range = 0; range < mostRanges && next <= head; range++) {
        const last = smaller(head, next + incomingBlocks - 1n)
        try {
          events.push(...(await transfersBetween(of, next, last)))
          next = last + 1n
        } catch (error) {
          // The node has no such old blocks. It is asked for the newest ones, and what is between is a gap.
          if (!(error instanceof NodeRefused) || head - next < incomingBlocks) throw error
          events.length = 0
          floor = head - incomingBlocks + 1n
          next = floor
        }
      }
      const movements = await Promise.all(
        [
          ...Map.groupBy(events, ({ txId, asset, direction }) => `${txId} ${asset} ${direction}`).values(),
        ].map(async (of_) => movementOf(of_, of)),
      )
      return {
        movements: movements.filter(({ amount }) => amount > 0n),
        floor,
        through: next - 1n,
        isWhole: floor === wanted,
      }

      async function movementOf(together: TokenEvent[], wallet: string): Promise<Movement> {
        const [first] = together as [TokenEvent]
        const { txId, asset, direction, counterparty, position } = first
        const seconds = first.seconds ?? (await blockTime(position))
        const amount = together.reduce((sum, one) => sum + one.amount, 0n)
        // Strangers can make events of nothing: they are left out below, and no receipt is asked for.
        const fee = direction === 'outgoing' && amount > 0n ? await feePaidBy(wallet, txId) : 0n
        const at = new Date(Number(seconds) * 1000)
        return { txId, otherId: null, asset, direction, amount, fee, counterparty, position, at }
      }
    },

    async effect(payment) {
      await demandMainnet()
      const found = await locate(payment.txId)
      if (found === undefined) return unknownEffect
      if (!found.isInChain) return { ...unknownEffect, problem: 'Its block is no longer in the chain.' }
      const { receipt, isReverted } = found
      return judge({
        confirmations: found.confirmations,
        fee: quantity(receipt.gasUsed) * quantity(receipt.effectiveGasPrice),
        isDeep: found.isDeep,
        failure: isReverted ? 'The network reverted the transaction.' : null,
        difference: differenceOf(payment, found),
      })
    },

    async received({ txId, asset, to }) {
      await demandMainnet()
      const found = await locate(txId)
      if (found === undefined || !found.isInChain || found.isReverted) return nothingReceived
      if (isToken(asset)) {
        const paid = transfersOf(found.receipt, asset).filter((transfer) => isSame(transfer.to, word(to)))
        return { amount: paid.reduce((sum, { amount }) => sum + amount, 0n), isFinal: found.isDeep }
      }
      // What a contract sends on is not in the transaction.
      return isSame(found.sent.to, to) ? { amount: quantity(found.sent.value), isFinal: found.isDeep } : null
    },
  }
}

interface TokenEvent {
  txId: string
  asset: PurchaseAsset
  direction: 'incoming' | 'outgoing'
  amount: bigint
  counterparty: string
  position: bigint
  /** Null if the node does not say. */
  seconds: bigint | null
}

interface Located {
  sent: Record<string, unknown>
  receipt: Record<string, unknown>
  isInChain: boolean
  isReverted: boolean
  isDeep: boolean
  confirmations: number
}

function depthOf(head: bigint, number: bigint): number {
  return head < number ? 0 : Number(head - number) + 1
}

/** Clients refuse a transaction of the same nonce unless both of its prices are higher by a tenth. */
function raisedPrices(replaced: readonly ReplacedTransaction<'ethereum'>[]) {
  const raised = (prices: string[]) =>
    prices.reduce((most, price) => larger(most, quotient(BigInt(price) * 11n, 10n)), 0n)
  return {
    maxFee: raised(replaced.map(({ inputs }) => inputs.max_fee_per_gas)),
    tip: raised(replaced.map(({ inputs }) => inputs.max_priority_fee_per_gas)),
  }
}

/**
 * Twice the price of now, so that it lasts some blocks; less if the ceiling is low. Below the price of now, and below the
 * least that a replacement pays, none fits: then the plan refuses it.
 */
function withinCeiling(
  prices: { base: bigint; tip: bigint },
  least: { maxFee: bigint; tip: bigint },
  { asset, feeCeiling }: Pick<TransferRequest, 'asset' | 'feeCeiling'>,
) {
  const most = feeCeiling / gasLimit(asset)
  const tip = larger(prices.tip, least.tip)
  const wanted = larger(2n * prices.base + tip, least.maxFee)
  const lowest = larger(prices.base + tip, least.maxFee)
  return { maxFee: wanted <= most ? wanted : larger(most, lowest), tip }
}

/** The events of a token. Its parties are words of 32 bytes, as they are written there. */
function transfersOf(receipt: Record<string, unknown>, asset: PurchaseAsset) {
  const contract = contractOf('ethereum', asset)
  return list(receipt.logs)
    .map(object)
    .filter(({ address, topics }) => isSame(address, contract) && list(topics, 4)[0] === transferEvent)
    .map(({ topics, data }) => {
      const [, from, to] = list(topics, 4)
      return { from, to, amount: BigInt(text(data, hash)) }
    })
}

function differenceOf(
  { asset, txId, from, to, amount }: ExpectedPayment,
  { sent, receipt, isReverted }: Located,
): string | null {
  const ofToken = isToken(asset)
  const hasTransfer =
    ofToken &&
    transfersOf(receipt, asset).some(
      (transfer) =>
        isSame(transfer.from, word(from)) && isSame(transfer.to, word(to)) && transfer.amount === amount,
    )
  return differing({
    'the id': isSame(sent.hash, txId) && isSame(receipt.transactionHash, txId),
    'the block': sent.blockHash === receipt.blockHash,
    'the sender': isSame(sent.from, from),
    'the recipient': isSame(sent.to, ofToken ? contractOf('ethereum', asset) : to),
    'the amount': quantity(sent.value) === (ofToken ? 0n : amount),
    // A transfer that was reverted has no event.
    'the transfer of the token': !ofToken || isReverted || hasTransfer,
  })
}
