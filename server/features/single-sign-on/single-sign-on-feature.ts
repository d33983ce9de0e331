import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { finishOidc } from '../../../contract/operations/administrators/single-sign-on.ts'
import type { DeferredAudit } from '../../platform/audit/deferred-audit.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { ProvidedAccounts } from '../administrators/provided-accounts.ts'
import type { SessionService } from '../authentication/sessions/session-service.ts'
import { createBackchannelLogout } from './backchannel-logout.ts'
import { createGroupRule } from './group-rule.ts'
import { createProvider } from './provider/provider.ts'
import type { OidcSettings } from './settings.ts'
import { createSignIn, failureRecorder } from './sign-in.ts'
import { type SingleSignOnParts, singleSignOnRoutes } from './single-sign-on-routes.ts'
import { createSingleSignOnService } from './single-sign-on-service.ts'
import { deleteExpired } from './single-sign-on-store.ts'
import { createStepUp } from './step-up.ts'

type Platform = { db: Db; now: () => Date; log: Logger; audit: DeferredAudit; jobs: Jobs }
type Needed = { accounts: ProvidedAccounts; sessions: SessionService }

export function createSingleSignOnFeature(
  platform: Platform,
  { settings, publicUrl, ...needed }: Needed & { settings: OidcSettings | null; publicUrl: string | null },
) {
  const parts = settings && publicUrl !== null ? createParts(platform, settings, publicUrl, needed) : null
  return { routes: (app: FastifyInstance) => singleSignOnRoutes(app, parts) }
}

function createParts(
  platform: Platform,
  settings: OidcSettings,
  publicUrl: string,
  needed: Needed,
): SingleSignOnParts {
  const { db, now, jobs } = platform
  const provider = createProvider({ ...platform, settings, redirectUri: publicUrl + finishOidc.path })
  const recordFailure = failureRecorder(platform.audit)
  const applyGroups = createGroupRule({ ...needed, now, roles: settings.roles })
  const shared = { ...platform, ...needed, applyGroups, recordFailure }
  const signIn = createSignIn(shared)
  const stepUp = createStepUp(shared)
  jobs.every({
    name: 'single-sign-on-housekeeping',
    intervalMs: 3_600_000,
    jitter: 0.1,
    run: () => deleteExpired(db, now()),
  })
  return {
    service: createSingleSignOnService({ ...shared, provider, signIn, stepUp }),
    logout: createBackchannelLogout({ ...shared, provider }),
    sessions: needed.sessions,
    publicUrl,
  }
}
