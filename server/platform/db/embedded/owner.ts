import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartRefused } from '../../errors.ts'
import { urlOf } from './postmaster.ts'
import { isProcessAlive } from './process-alive.ts'
import { ownerRole } from './service-role.ts'

// Two advisory locks in the database `kontor`. The running service holds `owner`. Every process that uses the embedded
// PostgreSQL, service or command, shares `use`. A process that gets `use` exclusively is the last one and stops PostgreSQL.
const space = 0x6b6f6e74
const owner = 1
const use = 2

const graceMs = 1_000
/** PostgreSQL may need some time to notice that the owner has died. */
const graceAfterDeathMs = 10_000

/** Another service owns the data directory. */
export class OwnedByAnother extends StartRefused {}

export interface ClusterLock {
  client: pg.Client
  /** Releases the lock. Returns true if no other process uses this PostgreSQL; then none can join any more. */
  release(): Promise<boolean>
}

/** Makes this process the owner. Returns undefined if PostgreSQL is being stopped and must be started again. */
export async function takeOwnership(
  socketDir: string,
  dataDir: string,
  signal: AbortSignal,
): Promise<ClusterLock | undefined> {
  const client = await connect(socketDir)
  try {
    const since = Date.now()
    while (!(await ask(client, 'pg_try_advisory_lock', owner))) {
      const holder = await findHolder(client)
      if (holder?.isStopping) return await giveUp(client)
      const limit = holder?.pid && !isProcessAlive(holder.pid) ? graceAfterDeathMs : graceMs
      if (Date.now() - since > limit) {
        const who = holder?.pid ? `as process ${holder.pid}` : 'in another process'
        throw new OwnedByAnother(
          `Kontor already runs on ${dataDir} ${who}: stop that process, or set KONTOR_DATA_DIR to another directory.`,
        )
      }
      await sleep(50, undefined, { signal })
    }
    return (await share(client)) ?? (await giveUp(client))
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Shares a running PostgreSQL. Returns undefined if it is being stopped and must be started again. */
export async function joinUse(socketDir: string): Promise<ClusterLock | undefined> {
  const client = await connect(socketDir)
  try {
    return (await share(client)) ?? (await giveUp(client))
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

async function connect(socketDir: string): Promise<pg.Client> {
  const client = new pg.Client({
    // As those of earlier releases, so that each sees the name of the other.
    connectionString: urlOf(socketDir, ownerRole),
    application_name: `kontor ${process.pid}`,
    connectionTimeoutMillis: 10_000,
  })
  // Callers listen for the end of the connection; the error adds nothing.
  client.on('error', () => {})
  await client.connect()
  return client
}

async function share(client: pg.Client): Promise<ClusterLock | undefined> {
  if (!(await ask(client, 'pg_try_advisory_lock_shared', use))) return undefined
  return {
    client,
    release: async () => {
      await client.query(`set application_name to 'kontor ${process.pid} stopping'`)
      await ask(client, 'pg_advisory_unlock_shared', use)
      return ask(client, 'pg_try_advisory_lock', use)
    },
  }
}

async function giveUp(client: pg.Client): Promise<undefined> {
  await client.end().catch(() => {})
}

async function ask(client: pg.Client, what: string, key: number): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(`select ${what}(${space}, ${key}) as got`)
  return rows[0]?.got ?? false
}

async function findHolder(client: pg.Client): Promise<{ pid: number; isStopping: boolean } | undefined> {
  const { rows } = await client.query<{ name: string }>(`
    select a.application_name as name
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.classid = ${space} and l.objid = ${owner} and l.granted
      and l.database = (select oid from pg_database where datname = current_database())`)
  const name = rows[0]?.name.match(/^kontor (\d+)( stopping)?$/)
  return name ? { pid: Number(name[1]), isStopping: name[2] !== undefined } : undefined
}
