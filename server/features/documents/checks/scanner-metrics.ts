import type { Registry } from 'prom-client'
import { countOutcomes } from '../../../platform/delivery/delivery-metrics.ts'
import type { Reachability } from '../../../platform/reachability.ts'
import type { Scanner } from './clamd.ts'

const outcomes = ['clean', 'found', 'failure'] as const
type ScanOutcome = (typeof outcomes)[number]

export function countScans(registry: Registry): (outcome: ScanOutcome) => void {
  return countOutcomes(registry, {
    name: 'kontor_scans_total',
    help: 'Files that the virus scanner was asked about by outcome: clean, found (the file was refused) or failure (no usable answer)',
    outcomes,
  })
}

/** The same scanner, whose answers are counted. */
export function observedScanner(
  scanner: Scanner,
  { count, reachability }: { count: (outcome: ScanOutcome) => void; reachability: Reachability },
): Scanner {
  async function watched<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      count('failure')
      reachability.failed({ reason: (error as Error).cause })
      throw error
    }
  }

  return {
    async start() {
      const scan = await watched(scanner.start())
      return {
        write: (piece) => watched(scan.write(piece)),
        async end() {
          const verdict = await watched(scan.end())
          count(verdict.found === null ? 'clean' : 'found')
          reachability.succeeded()
          return verdict
        },
        close: scan.close,
      }
    },
  }
}
