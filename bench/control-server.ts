import { givenSession } from '../test/support/signed-in.ts'
import { startMeasuredService } from './measured-service.ts'

const { db, service, serve } = await startMeasuredService()

/** Two owners: one acts, and the other approves. */
await serve(async () => {
  const bearers = []
  for (let n = 0; n < 2; n += 1) {
    const { token } = await givenSession({ db, service, now: new Date() }, 'owner')
    bearers.push(`Bearer ${token}`)
  }
  return { bearers }
})
