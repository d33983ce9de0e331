import { Transaction } from 'ethers'
import { contractOf } from '../../../contract/money/assets.ts'
import { Refusal, startFakeNode } from '../outside/fake-chain-node.ts'
import { eth, gwei } from './given-transfer.ts'

const hex = (value: bigint | number) => `0x${value.toString(16)}`
const word = (value: bigint | string) => `0x${BigInt(value).toString(16).padStart(64, '0')}`
const blockHash = `0x${'0b'.repeat(32)}`

/**
 * A node of ethereum that takes every transaction, and carries out those in `mined`. Each wallet has one ETH and 1,000 USDT,
 * was paid `received` USDT, and has sent `sent` transactions.
 */
export async function startEthereumNetwork() {
  const network = {
    head: 100n,
    /** What was carried out, by the id of the transaction. */
    mined: new Map<string, { raw: string; status: 0 | 1; block: bigint }>(),
    broadcasts: [] as string[],
    sent: 0n,
    /** In millionths of USDT, each in a transaction of its own. */
    received: [] as bigint[],
  }
  const refusals: string[] = []
  const payer = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const node = await startFakeNode({
    eth_chainId: () => '0x1',
    eth_blockNumber: () => hex(network.head),
    eth_getTransactionCount: () => hex(network.sent),
    eth_feeHistory: () => ({ baseFeePerGas: [hex(10n * gwei)], reward: [[hex(gwei)]] }),
    eth_getBalance: () => hex(eth),
    eth_call: () => word(1_000_000_000n),
    eth_getBlockByNumber: ([name]: [string]) =>
      name === 'finalized'
        ? { number: hex(network.head - 30n), hash: blockHash }
        : { number: name, hash: blockHash },
    eth_sendRawTransaction: ([raw]: [string]) => {
      const [reason] = refusals.splice(0, 1)
      if (reason !== undefined) throw new Refusal(reason)
      network.broadcasts.push(raw)
      return Transaction.from(raw).hash
    },
    eth_getTransactionReceipt: ([id]: [string]) => {
      const found = network.mined.get(id)
      if (!found) return null
      return {
        transactionHash: id,
        blockHash,
        blockNumber: hex(found.block),
        status: hex(found.status),
        gasUsed: hex(21_000),
        effectiveGasPrice: hex(11n * gwei),
        logs: [],
      }
    },
    eth_getTransactionByHash: ([id]: [string]) => {
      const found = network.mined.get(id)
      if (!found) return null
      const { from, to, value } = Transaction.from(found.raw)
      return { hash: id, blockHash, from: from?.toLowerCase(), to: to?.toLowerCase(), value: hex(value) }
    },
    eth_getLogs: ([{ topics }]: [{ topics: [string, null, string] }]) =>
      network.received.map((amount, index) => ({
        address: contractOf('ethereum', 'USDT').toLowerCase(),
        topics: [topics[0], word(payer), topics[2]],
        data: word(amount),
        transactionHash: word(BigInt(index + 1)),
        blockNumber: hex(90),
        blockTimestamp: hex(1_700_000_000),
      })),
  })
  return {
    network,
    url: node.url,
    payer,
    close: node.close,
    /** The next transaction is not taken. */
    refuseNext: (reason: string) => refusals.push(reason),
  }
}
