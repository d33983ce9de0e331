import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { AuditProofs } from '../../platform/audit-proofs/audit-proofs.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Notifications } from '../../platform/db/notifications.ts'
import type { DurableFiles } from '../../platform/files/durable-files.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import type { Register } from '../../platform/register/register.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { ThreadPools } from '../../platform/workers/worker-pool.ts'
import type { AdministratorSessions, LinkMails } from './administrator-acts.ts'
import { administratorRoutes } from './administrator-routes.ts'
import { administratorRows } from './administrator-rows.ts'
import { administratorSearch } from './administrator-search.ts'
import { createAdministratorService } from './administrator-service.ts'
import { createApiKeyService } from './api-keys/api-key-service.ts'
import { createControlStart } from './control-start.ts'
import { createFirstOwner } from './first-owner.ts'
import { createPasswordLinks } from './password-links.ts'
import { createPasswordHasher, type PasswordSettings } from './passwords/password-hasher.ts'
import type { People } from './people.ts'
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
    provenTables: ProvenTables
    register: Register
    jobs: Jobs
    threadPools: ThreadPools
  },
  {
    sessions,
    authorization,
    people,
    linkMails,
    consoleUrl,
    passwordSettings,
    firstOwner: first,
  }: {
    sessions: AdministratorSessions
    authorization: Authorization
    people: People
    linkMails: LinkMails
    /** The origin of the console, for one-time links. */
    consoleUrl: string
    passwordSettings?: PasswordSettings | undefined
    firstOwner: { dataDir: string; email: string | null; password: string | null }
  },
) {
  const passwords = createPasswordHasher({ ...platform.threadPools('passwords'), settings: passwordSettings })
  const links = createPasswordLinks({ ...platform, consoleUrl })
  const apiKeys = createApiKeyService({ ...platform, authorization })
  const administrators = createAdministratorService({
    ...platform,
    links,
    authorization,
    people,
    linkMails,
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
    lists: [administratorRows],
    searches: [administratorSearch],
    routes: (app: FastifyInstance) => administratorRoutes(app, { administrators, apiKeys }),
    stop: () => passwords.close(),
  }
}
