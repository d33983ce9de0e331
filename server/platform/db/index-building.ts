import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Job } from '../jobs/jobs.ts'
import type { Db, PooledDb } from './database.ts'
import { isBuiltLater, type Migration, readMigrations } from './migrations.ts'

/** Held while a node builds. Not that of the migrations: whoever waits for that one would be waited for by the build. */
const buildingLock = 727_002
const intervalMs = 10_000
const lookMs = 1_000

export type IndexBuilding = Awaited<ReturnType<typeof createIndexBuilding>>

/**
 * Builds the indexes that an upgrade leaves for after the start (ADR 247), one after the other and on one node. The table
 * can be read and written meanwhile.
 */
export async function createIndexBuilding({
  db,
  owner,
  log,
  migrations,
}: {
  db: Db
  /** As the role that owns the tables. */
  owner: PooledDb
  log: Logger
  migrations?: readonly Migration[] | undefined
}) {
  const late = (migrations ?? (await readMigrations())).filter(isBuiltLater)
  /** How far each index is that is not built yet. */
  let percents = new Map<string, number>()

  /** What is not built yet, as this node knows it from now on. */
  async function look(): Promise<Migration[]> {
    const waiting = await findWaiting(db, late)
    const progress = waiting.length === 0 ? new Map<string, number>() : await readProgress(owner)
    percents = new Map(
      waiting.map((migration) => [indexOf(migration), progress.get(indexOf(migration)) ?? 0]),
    )
    return waiting
  }

  async function build(waiting: readonly Migration[], stopping: AbortSignal): Promise<void> {
    const client = await owner.connectAlone()
    // PostgreSQL finishes what it has begun; the next node finds it finished.
    const leave = () => client.end()
    stopping.addEventListener('abort', leave)
    const looking = setInterval(() => look().catch(() => {}), lookMs)
    try {
      const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [buildingLock])
      if (!rows[0].mine) return
      for (const { name, sql, checksum } of waiting) {
        const index = indexOf({ name, sql, checksum })
        const since = performance.now()
        const found = await client.query(
          `select indisvalid from pg_index join pg_class on pg_class.oid = indexrelid
           where relname = $1 and relnamespace = current_schema()::regnamespace`,
          [index],
        )
        if (!found.rows[0]?.indisvalid) {
          log.info({ index }, 'an index is being built; the service works meanwhile')
          // Left by a build that was interrupted.
          await client.query(`drop index concurrently if exists ${index}`)
          await client.query(sql)
        }
        await client.query(
          'insert into migrations (name, checksum) values ($1, $2) on conflict (name) do nothing',
          [name, checksum],
        )
        log.info({ index, milliseconds: Math.round(performance.now() - since) }, 'an index was built')
      }
    } finally {
      clearInterval(looking)
      stopping.removeEventListener('abort', leave)
      await client.end()
    }
  }

  let isDone = false
  const job: Job = {
    name: 'index-building',
    intervalMs,
    runAtStart: true,
    async run(stopping) {
      if (isDone) return
      const waiting = await look()
      if (waiting.length > 0) {
        await build(waiting, stopping)
        if (stopping.aborted) return
        await look()
      }
      isDone = percents.size === 0
    },
  }

  return {
    job,
    look,
    /** How much of an index is built, in per cent; undefined once it can be used. */
    progressOf: (index: string): number | undefined => percents.get(index),
  }
}

async function findWaiting(db: Db, late: readonly Migration[]): Promise<Migration[]> {
  if (late.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select name from migrations where name = any (${late.map(({ name }) => name)})
  `.execute(db)
  const built = new Set(rows.map(({ name }) => name))
  return late.filter(({ name }) => !built.has(name))
}

/** The names of the indexes that the service will build after its start. */
export async function waitingIndexes(db: Db): Promise<string[]> {
  return (await findWaiting(db, (await readMigrations()).filter(isBuiltLater))).map(indexOf)
}

function indexOf({ name, sql }: Migration): string {
  const index = /\bcreate (?:unique )?index concurrently (\w+) on \w+/i.exec(sql)?.[1]
  if (!index) throw new Error(`${name} is not one "create index concurrently".`)
  return index
}

/** PostgreSQL reads the table twice: once to build the index, once for what changed meanwhile. */
async function readProgress(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ index: string; percent: number }>`
    select index.relname as index,
      floor(case
        when phase like 'building index%' then 80 * share
        when phase like 'index validation%' then 80 + 19 * share
        when phase like 'waiting for writers before build%' or phase = 'initializing' then 0
        else 80
      end)::integer as percent
    from pg_stat_progress_create_index as progress
    join pg_class as index on index.oid = progress.index_relid,
    lateral (select coalesce(blocks_done::float8 / nullif(blocks_total, 0), 0) as share) as done
    where progress.datname = current_database()
  `.execute(db)
  return new Map(rows.map(({ index, percent }) => [index, percent]))
}
