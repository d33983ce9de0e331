import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { PooledDb } from '../../platform/db/database.ts'
import type { DurableFiles } from '../../platform/files/durable-files.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { ThreadPools } from '../../platform/workers/worker-pool.ts'
import { createRegisterImports } from './import/import-service.ts'
import { partyRoutes } from './party-routes.ts'
import { createPartyService } from './party-service.ts'

export function createPartiesFeature(
  platform: {
    db: PooledDb
    now: () => Date
    log: Logger
    files: DurableFiles
    jobs: Jobs
    threadPools: ThreadPools
  },
  { dataDir }: { dataDir: string },
) {
  const { db, now, log, files, jobs, threadPools } = platform
  const parties = createPartyService({ db, now })
  const imports = createRegisterImports({ db, now, log, surroundings: threadPools('register') })
  jobs.every(imports.leftovers)
  return {
    service: parties,
    register: imports.read,
    routes: (app: FastifyInstance) => partyRoutes(app, { parties, imports, files, dataDir }),
    stop: imports.stop,
  }
}
