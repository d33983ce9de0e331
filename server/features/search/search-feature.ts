import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/work/search.ts'
import type { Db } from '../../platform/db/database.ts'
import type { IndexBuilding } from '../../platform/db/index-building.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { SearchSource } from '../../platform/search/search-source.ts'
import { createSearch } from './search-service.ts'

export function createSearchFeature(
  { db, now, indexes }: { db: Db; now: () => Date; indexes: IndexBuilding },
  sources: readonly SearchSource[],
) {
  const service = createSearch({ db, now, indexes, sources })
  return {
    routes: (app: FastifyInstance) =>
      route(app, operations.search, async ({ query, actor }) => service.search(query.q, actor)),
  }
}
