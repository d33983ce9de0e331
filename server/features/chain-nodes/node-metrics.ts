import { Histogram, type Registry } from 'prom-client'
import type { Network } from '../../../contract/money/networks.ts'

export const nodeOperations = [
  'inputs',
  'broadcast',
  'balance',
  'incoming',
  'history',
  'effect',
  'received',
] as const
export type NodeOperation = (typeof nodeOperations)[number]
/** `refused`: the node answered that it will not. `failure`: no answer, or none that can be used. */
export const nodeOutcomes = ['success', 'refused', 'failure'] as const
export type NodeOutcome = (typeof nodeOutcomes)[number]

export type ObserveNode = (
  network: Network,
  operation: NodeOperation,
  outcome: NodeOutcome,
  seconds: number,
) => void

/** One histogram, whose counts are the operations by outcome. */
export function measureNodes(registry: Registry, networks: readonly Network[]): ObserveNode {
  const operations = new Histogram({
    name: 'kontor_chain_node_operation_seconds',
    help: 'What blockchain nodes were asked by network, operation (inputs, broadcast, balance, incoming, history, effect, received) and outcome (success, refused, failure)',
    labelNames: ['network', 'operation', 'outcome'],
    buckets: [0.05, 0.25, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  // Prometheus counts an increase only from a value that it has seen.
  for (const network of networks) {
    for (const operation of nodeOperations) {
      for (const outcome of nodeOutcomes) operations.zero({ network, operation, outcome })
    }
  }
  return (network, operation, outcome, seconds) =>
    operations.observe({ network, operation, outcome }, seconds)
}
