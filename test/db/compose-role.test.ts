import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { prepareCluster } from '../../server/platform/db/embedded/cluster.ts'
import { isFull } from '../support/cases/scale.ts'
import { start } from '../support/database/replica.ts'
import { serviceUrl } from '../support/database/superuser.ts'
import { childEnvironment } from '../support/processes/child-environment.ts'
import { query } from '../support/processes/embedded-clusters.ts'

const root = join(import.meta.dirname, '../..')
const hasPsql = spawnSync('psql', ['--version']).status === 0

test('compose.yaml runs the script that creates the roles, and makes none the superuser', () => {
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8')
  expect(compose).toContain('./docs/postgres-init.sh:/docker-entrypoint-initdb.d/')
  expect(compose).not.toContain('POSTGRES_USER')
  expect(compose).toMatch(/DATABASE_URL: postgresql:\/\/kontor_service:/)
  expect(compose).toMatch(/DATABASE_OWNER_URL: postgresql:\/\/kontor:/)
})

test.runIf(isFull && hasPsql)(
  'of the roles that the script creates, one owns the database and nothing more, the other nothing',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'kontor-compose-'))
    await chmod(directory, 0o755)
    const cluster = await prepareCluster(join(directory, 'data'), { fsync: 'off' })
    const postgres = await start(cluster, { fsync: 'off' })
    try {
      const passwords = { OWNER_PASSWORD: 'o', SERVICE_PASSWORD: `a'"$\\b` }
      const env = childEnvironment({ PGHOST: postgres.socketDir, ...passwords })
      await promisify(execFile)(join(root, 'docs/postgres-init.sh'), { env })
      await query(postgres.url, 'create table t (line text)')
      for (const statement of [`copy t from program 'echo 1'`, `select pg_read_file('PG_VERSION')`]) {
        await expect(query(postgres.url, statement), statement).rejects.toThrow('permission denied')
      }
      const owned = `select datname from pg_database where datdba = current_user::regrole`
      expect(await query(postgres.url, owned)).toEqual([{ datname: 'kontor' }])
      const service = serviceUrl(postgres.url)
      expect(await query(service, owned)).toEqual([])
      await expect(query(service, 'create table t (line text)')).rejects.toThrow('permission denied')
    } finally {
      postgres.kill('SIGQUIT')
      await postgres.ended
      await rm(directory, { recursive: true, force: true })
    }
  },
)
