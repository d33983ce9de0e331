import type { FastifyInstance } from 'fastify'
import type { Days } from '../../platform/days.ts'
import type { PooledDb } from '../../platform/db/database.ts'
import { createSheetPool } from '../../platform/exports/sheet-pool.ts'
import type { ListRows } from '../../platform/lists/list-rows.ts'
import type { ThreadPools } from '../../platform/workers/worker-pool.ts'
import { createListFiles } from './list-files.ts'
import { listRoutes } from './list-routes.ts'

/** Serves the lists that the features declare: their pages and their files. */
export function createListsFeature(
  { threadPools, db, now, days }: { db: PooledDb; now: () => Date; days: Days; threadPools: ThreadPools },
  lists: readonly ListRows[],
) {
  const sheets = createSheetPool(threadPools('sheets'))
  const files = createListFiles({ db, now, days, sheets })
  return {
    routes: (app: FastifyInstance) => listRoutes(app, { db, lists, files, now, days }),
    stop: () => sheets.close(),
  }
}
