import { startFakeNode } from './fake-chain-node.ts'
import { ethereumChain } from './fake-chains.ts'

/** A node of ethereum that takes every transaction, with the setting by which the service finds it. */
export async function startFakeEthereum() {
  const { answers, state } = ethereumChain()
  // It knows of no block with any of them.
  state.hasTransaction = false
  const node = await startFakeNode(answers)
  return { settings: { KONTOR_RPC_ETHEREUM: node.url }, close: node.close }
}
