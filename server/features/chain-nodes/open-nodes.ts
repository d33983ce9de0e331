import type { Network } from '../../../contract/money/networks.ts'
import { createBitcoinNode } from './bitcoin-node.ts'
import type { ChainNode, ChainNodes } from './chain-node.ts'
import { createEthereumNode } from './ethereum-node.ts'
import { createNodeClient, type NodeClient } from './node-client.ts'
import { createSolanaNode } from './solana-node.ts'
import { createTronNode } from './tron-node.ts'

export type NodeUrls = Readonly<Partial<Record<Network, string>>>

const openers: { [N in Network]: (client: NodeClient) => ChainNode<N> | Promise<ChainNode<N>> } = {
  bitcoin: createBitcoinNode,
  ethereum: createEthereumNode,
  tron: createTronNode,
  solana: createSolanaNode,
  // Its library takes a tenth of a second to load: at the start or never, so that no request waits for it.
  ton: async (client) => (await import('./ton-node.ts')).createTonNode(client),
}

/** The nodes at these URLs. None is asked yet, so the service starts without them. */
export async function openNodes(
  urls: NodeUrls,
  {
    observed = (node) => node,
    timeoutMs,
  }: { observed?: <N extends Network>(node: ChainNode<N>) => ChainNode<N>; timeoutMs?: number } = {},
): Promise<ChainNodes> {
  const opened = Object.entries(urls).map(async ([name, url]) => {
    const network = name as Network
    const node = await openers[network](createNodeClient({ network, url, timeoutMs }))
    return [network, observed(node)] as const
  })
  return Object.fromEntries(await Promise.all(opened)) as ChainNodes
}
