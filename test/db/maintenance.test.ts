import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isFull } from '../support/cases/scale.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

test.runIf(isFull)(
  'the database can be vacuumed, analyzed and reindexed with rows in it, as autovacuum does',
  async () => {
    await givenOrganization(server)
    for (const work of ['vacuum (full, analyze)', 'analyze', 'reindex schema public']) {
      await expect(sql.raw(work).execute(server.db), work).resolves.toBeDefined()
    }
  },
)
