import type { Registry } from 'prom-client'
import { countOutcomes } from '../../platform/delivery/delivery-metrics.ts'

const outcomes = ['success', 'failure'] as const
export type RenderingOutcome = (typeof outcomes)[number]

export function countRenderings(registry: Registry): (outcome: RenderingOutcome) => void {
  return countOutcomes(registry, {
    name: 'kontor_paper_renderings_total',
    help: 'Attempts to make the PDF of an invoice or act by outcome: success, or failure (tried again)',
    outcomes,
  })
}
