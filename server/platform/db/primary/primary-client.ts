import pg from 'pg'
import { isDatabaseUnavailable } from './availability.ts'
import { hostUrls } from './hosts.ts'
import { refuseStandby } from './watched-client.ts'

/** One connection to the primary, for what a pool cannot do, such as COPY. The caller closes it. */
export async function connectClient(url: string, applicationName: string): Promise<pg.Client> {
  let failure: unknown
  for (const host of hostUrls(url) ?? [url]) {
    const client = new pg.Client({
      connectionString: host,
      application_name: applicationName,
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
    })
    // Without a listener, a connection that breaks while idle would end the process.
    client.on('error', () => {})
    try {
      await client.connect()
      await refuseStandby(client)
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if (!isDatabaseUnavailable(error)) throw error
      failure = error
    }
  }
  throw failure
}
