import type { Logger } from 'pino'
import type { Network } from '../../../contract/money/networks.ts'
import { Failure, unavailable } from '../../platform/errors.ts'
import { logReachability } from '../../platform/reachability.ts'
import type { ChainNode } from './chain-node.ts'
import { UnusableAnswer } from './node-answer.ts'
import { NodeRefused } from './node-client.ts'
import type { NodeOperation, ObserveNode } from './node-metrics.ts'

/** The same node, whose operations are measured, and whose failures are logged and have one code. */
export function observedNode<N extends Network>(
  node: ChainNode<N>,
  { observe, log }: { observe: ObserveNode; log: Logger },
): ChainNode<N> {
  const { network } = node
  const history = node.history as NonNullable<typeof node.history>
  const reachability = logReachability(
    log,
    { fails: 'a blockchain node failed', answers: 'a blockchain node answers again' },
    { network },
  )

  async function run<T>(operation: NodeOperation, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    const seconds = () => (performance.now() - startedAt) / 1000
    try {
      const result = await work()
      observe(network, operation, 'success', seconds())
      reachability.succeeded()
      return result
    } catch (error) {
      const failure = failureOf(network, error)
      // Not the node's: this service was not to send it.
      if (failure instanceof Failure && failure.kind !== 'unavailable') throw failure
      observe(network, operation, failure instanceof NodeRefused ? 'refused' : 'failure', seconds())
      if (!(failure instanceof Failure)) throw failure
      // The sentence alone: it has neither the URL nor credentials in it.
      const reason = failure.message
      if (failure instanceof NodeRefused)
        log.warn({ network, operation, reason }, 'a blockchain node refused')
      else reachability.failed({ operation, reason })
      throw failure
    }
  }

  return {
    network,
    inputs: (payment) => run('inputs', () => node.inputs(payment)),
    broadcast: (signed) => run('broadcast', () => node.broadcast(signed)),
    balance: (address, asset) => run('balance', () => node.balance(address, asset)),
    incoming: (address) => run('incoming', () => node.incoming(address)),
    history: node.history && ((address, asked) => run('history', () => history(address, asked))),
    effect: (payment) => run('effect', () => node.effect(payment)),
    received: (payment) => run('received', () => node.received(payment)),
  }
}

function failureOf(network: Network, error: unknown): unknown {
  return error instanceof UnusableAnswer
    ? unavailable('node_unavailable', `The ${network} node gave an answer that cannot be used.`)
    : error
}
