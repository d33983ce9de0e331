import type { Network } from '../../../contract/money/networks.ts'
import { unavailable } from '../../platform/errors.ts'

/**
 * What a node of the network says about its first block, or its chain id: a test network has the same addresses, and
 * coins that are worth nothing.
 */
export const mainnets: Record<Network, string> = {
  bitcoin: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  ethereum: '1',
  tron: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
  solana: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  ton: 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=',
}

/** Asks before the first use, and refuses a node of another chain. */
export function createChainCheck(network: Network, ask: () => Promise<string>): () => Promise<void> {
  let isProven = false
  return async () => {
    if (isProven) return
    if ((await ask()) !== mainnets[network])
      throw unavailable('node_unavailable', `The ${network} node belongs to another chain.`)
    isProven = true
  }
}
