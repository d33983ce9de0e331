import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { AuditProofs } from '../../platform/audit-proofs/audit-proofs.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Notifications } from '../../platform/db/notifications.ts'
import type { DurableFiles } from '../../platform/files/durable-files.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { WorkerObserver } from '../../platform/workers/worker-pool.ts'
import { administratorRoutes } from './administrator-routes.ts'
import { type AdministratorSessions, createAdministratorService } from './administrator-service.ts'
import { createApiKeyService } from './api-key-service.ts'
import { createControlStart } from './control-start.ts'
import { createFirstOwner } from './first-owner.ts'
import { createPasswordLinks } from './password-links.ts'
import { createPasswordHasher } from './passwords/password-hasher.ts'
import { createProvidedAccounts } from './provided-accounts.ts'

export type AdministratorsFeature = ReturnType<typeof createAdministratorsFeature>

export function createAdministratorsFeature(
  platform: {
    db: Db
    now: () => Date
    log: Logger
    notifications: Notifications
    files: DurableFiles
    vault: Vault
    auditProofs: AuditProofs
    jobs: Jobs
    observeWorkers: (pool: string) => WorkerObserver
  },
  {
    sessions,
    authorization,
    consoleUrl,
    firstOwner: first,
  }: {
    sessions: AdministratorSessions
    authorization: Authorization
    /** The origin of the console, for one-time links. */
    consoleUrl: string
    firstOwner: { dataDir: string; email: string | null; password: string | null }
  },
) {
  const passwords = createPasswordHasher({ observer: platform.observeWorkers('passwords') })
  const links = createPasswordLinks({ ...platform, consoleUrl })
  const apiKeys = createApiKeyService({ ...platform, authorization })
  const administrators = createAdministratorService({
    ...platform,
    links,
    authorization,
    sessions: {
      ...sessions,
      forget(administratorId) {
        sessions.forget(administratorId)
        apiKeys.forgetMaker(administratorId)
      },
    },
  })
  const firstOwner = createFirstOwner({ ...platform, ...first, passwords })
  const controlStart = createControlStart(platform)
  platform.jobs.every(controlStart.job)
  return {
    service: administrators,
    passwords,
    links,
    controlStart,
    apiKeys,
    firstOwner,
    /** Accounts of the identity provider. */
    provided: createProvidedAccounts(platform),
    routes: (app: FastifyInstance) => administratorRoutes(app, { administrators, apiKeys }),
    stop: () => passwords.close(),
  }
}
