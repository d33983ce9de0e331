import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Db } from '../../platform/db/database.ts'
import type { Notifications } from '../../platform/db/notifications.ts'
import type { DurableFiles } from '../../platform/files/durable-files.ts'
import type { WorkerObserver } from '../../platform/workers/worker-pool.ts'
import { administratorRoutes } from './administrator-routes.ts'
import { type AdministratorSessions, createAdministratorService } from './administrator-service.ts'
import { createApiKeyService } from './api-key-service.ts'
import { createFirstOwner } from './first-owner.ts'
import { createPasswordHasher } from './passwords/password-hasher.ts'

export type AdministratorsFeature = ReturnType<typeof createAdministratorsFeature>

export function createAdministratorsFeature(
  platform: {
    db: Db
    now: () => Date
    log: Logger
    notifications: Notifications
    files: DurableFiles
    observeWorkers: (pool: string) => WorkerObserver
  },
  {
    sessions,
    firstOwner: first,
  }: {
    sessions: AdministratorSessions
    firstOwner: { dataDir: string; email: string | null; password: string | null }
  },
) {
  const passwords = createPasswordHasher({ observer: platform.observeWorkers('passwords') })
  const administrators = createAdministratorService({ ...platform, passwords, sessions })
  const apiKeys = createApiKeyService(platform)
  const firstOwner = createFirstOwner({ ...platform, ...first, passwords })
  return {
    service: administrators,
    passwords,
    apiKeys,
    firstOwner,
    routes: (app: FastifyInstance) => administratorRoutes(app, { administrators, apiKeys }),
    stop: () => passwords.close(),
  }
}
