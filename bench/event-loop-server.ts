import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Role } from '../contract/roles.ts'
import { surroundings } from '../test/fuzz/fuzz.ts'
import { givenSession } from '../test/support/signed-in.ts'
import { startMeasuredService } from './measured-service.ts'

export type Question = { ask: 'watch' } | { ask: 'watched' } | { ask: 'sign-in'; role: Role }

/** The service under a monitor of its event loop, which the benchmark starts and reads for each request. */
const { db, service, serve } = await startMeasuredService(surroundings)
const delay = monitorEventLoopDelay({ resolution: 1 })

process.on('message', async (question: Question) => {
  if (question.ask === 'watch') {
    delay.reset()
    delay.enable()
    process.send?.({})
  } else if (question.ask === 'watched') {
    // The monitor notes a hold when it is over, with its next tick.
    await wait(5)
    delay.disable()
    process.send?.({ longest: delay.max / 1e6 })
  } else {
    const surroundings = { db, tokens: service.tokens, now: new Date() }
    process.send?.(await givenSession(surroundings, question.role))
  }
})

await serve(async () => ({}))
