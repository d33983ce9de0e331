import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Network } from '../../../contract/money/networks.ts'
import { service as serviceActor } from '../../platform/actor.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Notifications } from '../../platform/db/notifications.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import type { Register } from '../../platform/register/register.ts'
import { createRecordedStops } from './record-stops.ts'

import { measureSigning } from './signing-metrics.ts'
import { signingRoutes } from './signing-routes.ts'
import { createSigningService } from './signing-service.ts'
import { createSigningStandings } from './signing-standing.ts'
import { createStoredSigningSwitch } from './stored-signing-switch.ts'

export function createSigningFeature(
  platform: {
    db: Db
    now: () => Date
    notifications: Notifications
    jobs: Jobs
    metrics: Registry
    register: Pick<Register, 'whenHeld'>
    provenTables: ProvenTables
  },
  settings: {
    authorization: Pick<Authorization, 'permit' | 'markStale'>
    /** Whether transfers are switched on. A stop works also while they are not. */
    isEnabled: boolean
    /** The networks with a node. */
    nodes: readonly Network[]
  },
) {
  const standings = createSigningStandings(platform.provenTables)
  const stops = createRecordedStops(platform.provenTables)
  const recording = platform.jobs.every({
    name: 'signing-stops',
    intervalMs: 5_000,
    runAtStart: true,
    run: () => stops.record(platform.db),
  })
  const service = createSigningService({ ...platform, ...settings, standings, stops, recording })
  const state = platform.jobs.every(measureSigning(platform.metrics, { ...platform, standings }).job)
  platform.notifications.listen(
    'kontor_events',
    (payload) => {
      if (payload.includes('"signing.')) state.wake()
    },
    state.wake,
  )
  platform.register.whenHeld(() => service.stop({ reason: 'rollback' }, serviceActor))
  return {
    signingSwitch: createStoredSigningSwitch(standings),
    routes: (app: FastifyInstance) => signingRoutes(app, service),
  }
}
