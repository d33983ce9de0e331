import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import { service } from '../actor.ts'
import type { DeferredAudit } from '../audit/deferred-audit.ts'
import { type Because, becauses, type ProvenKind, provenKinds } from './proofs.ts'

/** Further failures of rows that were reported already are counted, and neither logged nor recorded again. */
const remembered = 1_000

/** Counts the rows that were not used, and tells of each once: in the log and in the audit log. */
export function createProofFailures({
  log,
  audit,
  metrics,
}: {
  log: Logger
  audit: Pick<DeferredAudit, 'record'>
  metrics: Registry
}) {
  const failures = new Counter({
    name: 'kontor_proof_failures_total',
    help: 'Rows that were not used because the service did not write them as they are',
    labelNames: ['kind', 'because'],
    registers: [metrics],
  })
  for (const kind of provenKinds) for (const because of becauses) failures.inc({ kind, because }, 0)
  const reported = new Set<string>()

  return (kind: ProvenKind, id: string, because: Because): void => {
    failures.inc({ kind, because })
    const name = `${kind}/${id}/${because}`
    if (reported.has(name)) return
    if (reported.size >= remembered) reported.clear()
    reported.add(name)
    log.error(
      { alert: 'proof_failed', kind, id, because },
      'A row was not used: the service did not write it.',
    )
    audit.record({
      actor: service,
      action: 'proof.failed',
      object: null,
      outcome: 'denied',
      details: { kind, id, because },
    })
  }
}
