// Applies the migrations of the folder next-release too, and stops inside one of them: its parent kills it there.
import { connect } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { nextRelease } from './next-release.ts'

const [url = '', name] = process.argv.slice(2)
const migrations = (await nextRelease()).map((migration) =>
  migration.name === name
    ? {
        ...migration,
        // PostgreSQL then notices that its client is gone, as it does after a statement of ordinary length.
        sql: `${migration.sql}; set local client_connection_check_interval = 20; select pg_sleep(600)`,
      }
    : migration,
)
await migrate(connect(url, { max: 1, unlimited: true }), migrations)
