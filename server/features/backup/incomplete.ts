import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import type { DurableFiles } from '../../platform/files/durable-files.ts'

/** What a killed backup of this database left has the name `<target>.incomplete-<database>-<backup>`. */
const incomplete = /\.incomplete-([0-9a-f]{12}-[0-9a-f]{12})$/

/**
 * The directory of a backup until it is complete. While it is written, the connection holds a lock of its name: a directory
 * whose lock is free belongs to nobody any more, on whatever machine it was begun.
 */
export async function beginIncomplete(client: pg.Client, final: string, id: string) {
  const name = `${await databaseName(client)}-${id.slice(-12)}`
  await call(client, 'pg_advisory_lock', name)
  return {
    directory: `${final}.incomplete-${name}`,
    /** Throws if the connection was lost, and the lock with it: the next backup may have removed files by now. */
    demandLock: () => client.query('select'),
    release: () => call(client, 'pg_advisory_unlock', name).catch(() => {}),
  }
}

/** Removes what killed backups of this database left beside `final`. Returns the paths. */
export async function removeLeftovers(
  client: pg.Client,
  final: string,
  files: DurableFiles,
): Promise<string[]> {
  const database = await databaseName(client)
  const removed: string[] = []
  for (const entry of await readdir(dirname(final)).catch(() => [])) {
    const name = incomplete.exec(entry)?.[1]
    if (!name?.startsWith(`${database}-`) || !(await call(client, 'pg_try_advisory_lock', name))) continue
    const path = join(dirname(final), entry)
    try {
      await files.removeTree(path)
      removed.push(path)
    } catch {
      // What cannot be deleted still has the name of an incomplete backup.
    } finally {
      await call(client, 'pg_advisory_unlock', name)
    }
  }
  return removed
}

/** Other installations may write their backups beside these, and their locks are in their own databases. */
async function databaseName(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select left(encode(sha256(convert_to(system_identifier || '/' || oid, 'UTF8')), 'hex'), 12) as name
     from pg_control_system(), pg_database where datname = current_database()`,
  )
  return rows[0]?.name as string
}

async function call(
  client: pg.Client,
  lock: 'pg_advisory_lock' | 'pg_try_advisory_lock' | 'pg_advisory_unlock',
  name: string,
): Promise<boolean> {
  const { rows } = await client.query<Record<string, boolean>>(`select ${lock}(hashtextextended($1, 0))`, [
    `kontor backup ${name}`,
  ])
  return rows[0]?.[lock] === true
}
