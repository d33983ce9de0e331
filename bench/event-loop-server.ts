import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Role } from '../contract/roles.ts'
import { service as itself } from '../server/platform/actor.ts'
import { appendAudit } from '../server/platform/audit/audit-log.ts'
import { surroundings } from '../test/fuzz/fuzz.ts'
import { givenSession } from '../test/support/signed-in.ts'
import { startMeasuredService } from './measured-service.ts'

export type Question = { ask: 'watch' } | { ask: 'watched' } | { ask: 'sign-in'; role: Role }

/** The service under a monitor of its event loop, which the benchmark starts and reads for each request. */
const { db, service, serve } = await startMeasuredService(surroundings)
const delay = monitorEventLoopDelay({ resolution: 1 })
const computation = monitorComputation()

/**
 * The longest time that the main thread has computed in one turn of the loop. Unlike the delay it does not contain the
 * time in which other programs on the machine had the processor.
 */
function monitorComputation() {
  let before = 0
  let longest = 0
  const look = () => {
    const { user, system } = process.threadCpuUsage()
    const now = (user + system) / 1e3
    longest = Math.max(longest, now - before)
    before = now
  }
  setInterval(look, 1).unref()
  return {
    reset() {
      look()
      longest = 0
    },
    longest: () => longest,
  }
}

process.on('message', async (question: Question) => {
  if (question.ask === 'watch') {
    delay.reset()
    delay.enable()
    computation.reset()
    process.send?.({})
  } else if (question.ask === 'watched') {
    // A hold is noted when it is over, with the next tick.
    await wait(5)
    delay.disable()
    process.send?.({ longest: Math.min(delay.max / 1e6, computation.longest()) })
  } else {
    const surroundings = { db, tokens: service.tokens, now: new Date() }
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
  }))
  for (let turn = 0; turn < 6; turn++) await db.transaction().execute((db) => appendAudit(db, ...entries))
}

await serve(async () => {
  await fillAuditLog()
  return {}
})
