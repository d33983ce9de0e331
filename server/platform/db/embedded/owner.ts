import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartRefused } from '../../errors.ts'
import { urlOf } from './postmaster.ts'
import { isProcessAlive } from './process-alive.ts'

// Two advisory locks in the database kontor. The service that runs holds `owner`; everybody who uses the embedded
// PostgreSQL, command or service, shares `use`. Who gets `use` alone was the last one and may stop it.
const space = 0x6b6f6e74
const owner = 1
const use = 2

const grace = 1_000
const graceForTheDead = 10_000

/** Another service holds the data directory. */
export class OwnedByAnother extends StartRefused {}

export interface Hold {
  client: pg.Client
  /** Gives back the hold and tells whether nobody else uses this PostgreSQL; then nobody can join any more. */
  isLast(): Promise<boolean>
}

/** Takes the cluster for this process; undefined when it is just being stopped and must be started anew. */
export async function takeOwnership(socketDir: string, dataDir: string): Promise<Hold | undefined> {
  const client = await connect(socketDir)
  try {
    const since = Date.now()
    while (!(await ask(client, 'pg_try_advisory_lock', owner))) {
      const holder = await findHolder(client)
      if (holder?.isStopping) return await giveUp(client)
      const limit = holder?.pid && !isProcessAlive(holder.pid) ? graceForTheDead : grace
      if (Date.now() - since > limit) {
        const who = holder?.pid ? `as process ${holder.pid}` : 'in another process'
        throw new OwnedByAnother(
          `Kontor already runs on ${dataDir} ${who}: stop that one first, or set KONTOR_DATA_DIR to another directory.`,
        )
      }
      await sleep(50)
    }
    return (await share(client)) ?? (await giveUp(client))
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Joins whoever runs the cluster; undefined when it is just being stopped and must be started anew. */
export async function joinUse(socketDir: string): Promise<Hold | undefined> {
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
    connectionString: urlOf(socketDir),
    application_name: `kontor ${process.pid}`,
    connectionTimeoutMillis: 10_000,
  })
  // The end of the connection is what its holder watches; the error that comes with it says no more.
  client.on('error', () => {})
  await client.connect()
  return client
}

async function share(client: pg.Client): Promise<Hold | undefined> {
  if (!(await ask(client, 'pg_try_advisory_lock_shared', use))) return undefined
  return {
    client,
    isLast: async () => {
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
