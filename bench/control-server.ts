import { service as actor } from '../server/platform/actor.ts'
import { recordChange } from '../server/platform/audit/change.ts'
import { openScope, withinScope } from '../server/platform/request-scope.ts'
import { givenSession } from '../test/support/service/signed-in.ts'
import { startMeasuredService } from './measured-service.ts'
import { sized } from './scale.ts'

const { db, service, serve } = await startMeasuredService()
const releases = sized(5, 500)

/** How long each of these waits for its checkpoint, in ms: one after the other, so that each needs one of its own. */
async function measureReleases(): Promise<number[]> {
  const waits: number[] = []
  for (let n = 0; n < releases; n += 1) {
    const change = { action: 'audit.exported', object: null, details: {}, at: new Date() } as const
    await withinScope(openScope(undefined), async () => {
      await db.transaction().execute(async (db) => recordChange(db, actor, change))
      const start = performance.now()
      await service.checkpoints.gate.pass()
      waits.push(performance.now() - start)
    })
  }
  return waits
}

/** Two owners: one acts, and the other approves. */
await serve(async () => {
  const bearers = []
  for (let n = 0; n < 2; n += 1) {
    const { token } = await givenSession({ db, service, now: new Date() }, 'owner')
    bearers.push(`Bearer ${token}`)
  }
  return { bearers, waits: await measureReleases() }
})
