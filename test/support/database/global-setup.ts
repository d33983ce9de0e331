import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { connect } from '../../../server/platform/db/database.ts'
import { startEmbedded } from '../../../server/platform/db/embedded/embedded.ts'
import { migrate } from '../../../server/platform/db/migrate.ts'
import { copyCluster } from './copy-cluster.ts'
import { createRunDir } from './run-dir.ts'
import { createServiceDatabase, serviceUrl } from './superuser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's PostgreSQL; databases of it are reached by replacing the name in the path. */
    postgresUrl: string
    runDir: string
    /** A data directory whose PostgreSQL was created, given its roles and stopped; `copyCluster` copies it. */
    clusterTemplate: string
  }
}

/** One PostgreSQL for the whole run, started by the service's own code and migrated once; each test file clones it. */
export default async function setup(project: TestProject) {
  const runDir = createRunDir()
  const log = pino({ level: 'silent' })
  const clusterTemplate = join(runDir, 'cluster-template')
  await (await startEmbedded({ dataDir: clusterTemplate, log, settings: { fsync: 'off' } })).stop()
  const dataDir = join(runDir, 'cluster')
  copyCluster(clusterTemplate, dataDir)
  const postgres = await startEmbedded({
    dataDir,
    log,
    // Tests that are about durability start a PostgreSQL of their own.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      // It would visit hundreds of databases in turn, each of which lives for seconds.
      autovacuum: 'off',
      // To create or drop a database, PostgreSQL looks at each of its buffers, of which it would have gigabytes.
      shared_buffers: '128MB',
    },
  })
  const url = await createServiceDatabase(postgres.url, 'template_test')
  const template = connect(url, { max: 1, unlimited: true })
  const service = connect(serviceUrl(url), { max: 1, unlimited: true })
  await migrate(template, undefined, undefined, service)
  await service.destroy()
  await template.destroy()
  project.provide('postgresUrl', postgres.ownerUrl)
  project.provide('runDir', runDir)
  project.provide('clusterTemplate', clusterTemplate)
  return async () => {
    await postgres.stop()
    rmSync(runDir, { recursive: true, force: true })
  }
}
