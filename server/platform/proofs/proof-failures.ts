import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import { service } from '../actor.ts'
import type { DeferredAudit } from '../audit/deferred-audit.ts'
import { recentEvents } from '../audit/last-event.ts'
import type { Db } from '../db/database.ts'
import { type Because, becauses, type ProvenKind, provenKinds } from './proofs.ts'

/** Further failures of rows that were reported already are counted, and neither logged nor recorded again. */
const remembered = 1_000

/** What has no proof if it was written while the vault was sealed, or by a release that proved nothing. */
const oftenMissing = new Set<unknown>([
  'session',
  'refresh_token',
  'access_token_key',
  'passkey_challenge',
] satisfies ProvenKind[])

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

/** When a node last found a row that somebody changed or inserted, of those that were recorded since. */
export async function lastProofFailure(db: Db, since: Date): Promise<Date | undefined> {
  const events = await recentEvents(db, 'proof.failed', { since, limit: remembered })
  return events.find(({ details: { kind, because } }) => because !== 'missing' || !oftenMissing.has(kind))?.at
}
