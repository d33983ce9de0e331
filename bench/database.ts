import { randomUUID } from 'node:crypto'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { createServiceDatabase } from '../test/support/database/superuser.ts'

/**
 * The PostgreSQL of a benchmark, as the owner of its tables. The tests name theirs: to create one for each would take longer
 * than to run them.
 */
export async function startDatabase(
  options: Parameters<typeof startEmbedded>[0],
): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const cluster = process.env.KONTOR_BENCH_CLUSTER
  if (cluster) return startShared(cluster)
  const { ownerUrl, stop } = await startEmbedded(options)
  return { url: ownerUrl, stop }
}

async function startShared(cluster: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const name = `bench_${randomUUID().replaceAll('-', '')}`
  const url = await createServiceDatabase(cluster, name, { template: 'template_test' })
  return { url, stop: async () => {} }
}

/** For a service that starts its own PostgreSQL otherwise. */
export async function sharedDatabase(): Promise<Record<string, string>> {
  const cluster = process.env.KONTOR_BENCH_CLUSTER
  return cluster ? { DATABASE_URL: (await startShared(cluster)).url } : {}
}
