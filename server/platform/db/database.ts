import { type Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createDatabaseLoad } from './primary/database-load.ts'
import { hostUrls } from './primary/hosts.ts'
import { createPrimaryPool } from './primary/primary-pool.ts'
import { Database } from './transactions.ts'

/** All tables. Features add theirs by declaration merging, so that this file imports no feature. */
// biome-ignore lint/suspicious/noEmptyInterface: merged with the tables of each feature
export interface Tables {}

/** A connection pool or a transaction. Store functions accept either. */
export type Db = Kysely<Tables>

/** The connection pool itself, with its state. */
export type PooledDb = Database<Tables>

export interface ConnectOptions {
  max?: number
  applicationName?: string
  /** A statement may take and wait as long as it likes: for migrations and commands. */
  unlimited?: boolean
  /** How long a transaction may wait for this process; 0: as long as it likes, and everybody waits for its locks. */
  idleTransactionMs?: number
}

const { builtins } = pg.types
/** How long a query waits for a connection: a busy machine starts a session late. Then other hosts may be tried. */
const connectionTimeoutMs = { oneHost: 5_000, manyHosts: 2_000 }
/** How long a transaction waits for other transactions of this node to end. */
const transactionTimeoutMs = 5_000

/** Dates are returned as `YYYY-MM-DD` (a Date would depend on the time zone), counts as numbers. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === builtins.DATE) return (value: string) => value
    if (oid === builtins.INT8) return Number
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

/**
 * A node or command that hangs in the middle of a transaction keeps its locks for so long. Then the transaction is rolled
 * back.
 */
const idleTransactionMs = 2_000

/** `url` may name several hosts; the primary among them is used. */
export function connect(url: string, options: ConnectOptions = {}): PooledDb {
  const max = options.max ?? 10
  const load = createDatabaseLoad()
  const config: pg.PoolConfig = {
    max,
    connectionTimeoutMillis: connectionTimeoutMs[(hostUrls(url)?.length ?? 1) > 1 ? 'manyHosts' : 'oneHost'],
    application_name: options.applicationName ?? 'kontor',
    types: typeParsers,
    // A client that disappeared or a lock that is never released must not block a connection forever.
    ...(!options.unlimited && { statement_timeout: 30_000, lock_timeout: 15_000 }),
    // Also of a migration or command: a long statement is not idle.
    idle_in_transaction_session_timeout: options.idleTransactionMs ?? idleTransactionMs,
  }
  const pool = createPrimaryPool(url, config, load)
  return new Database<Tables>(
    { dialect: new PostgresDialect({ pool }) },
    { connections: max, timeoutMs: transactionTimeoutMs, load, pool, url },
  )
}
