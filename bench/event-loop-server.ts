import type { Role } from '../contract/api/roles.ts'
import { service as itself } from '../server/platform/actor.ts'
import { appendAudit } from '../server/platform/audit/audit-log.ts'
import { surroundings } from '../test/fuzz/fuzz.ts'
import { givenSession } from '../test/support/service/signed-in.ts'
import { createLoopWatch } from './loop-watch.ts'
import { startMeasuredService } from './measured-service.ts'

export type Question =
  | { ask: 'watch' }
  | { ask: 'watched' }
  | { ask: 'verify' }
  | { ask: 'sign-in'; role: Role }

/** The service under a monitor of its event loop, which the benchmark starts and reads for each request. */
const { db, service, serve } = await startMeasuredService(surroundings)
const watch = createLoopWatch()

process.on('message', async (question: Question) => {
  if (question.ask === 'watch') {
    watch.begin()
    process.send?.({})
  } else if (question.ask === 'watched') {
    process.send?.(await watch.end())
  } else if (question.ask === 'verify') {
    // It was never done, so it is due.
    await db.deleteFrom('audit_verifications').execute()
    await service.auditVerification.job.run(new AbortController().signal)
    process.send?.({})
  } else {
    const surroundings = { db, service, now: new Date() }
    process.send?.(await givenSession(surroundings, question.role))
  }
})

/** Rows as large as they get, so that lists, exports and the check of the chain have something to do. */
async function fillAuditLog(): Promise<void> {
  const details = { path: 'я'.repeat(500), reason: 'x'.repeat(1_000) }
  const entries = Array.from({ length: 500 }, () => ({
    actor: itself,
    action: 'access.denied' as const,
    object: null,
    details,
    at: new Date(),
  }))
  for (let turn = 0; turn < 6; turn++) await db.transaction().execute((db) => appendAudit(db, entries))
}

await serve(async () => {
  await fillAuditLog()
  return {}
})
