import { type Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createPrimaryPool } from './primary/primary-pool.ts'
import { Database } from './transactions.ts'

/** Every table. Each feature declares its own by declaration merging, so that this file imports none. */
// biome-ignore lint/suspicious/noEmptyInterface: merged with the tables of each feature
export interface Tables {}

/** A connection pool or a transaction: store functions take either and never know which. */
export type Db = Kysely<Tables>

export interface ConnectOptions {
  max?: number
  applicationName?: string
  /** Long work of the command line runs without the limits that protect the service. */
  unlimited?: boolean
}

const { builtins } = pg.types
/** Milliseconds that a caller waits for a connection. */
const patience = 2_000
/** Milliseconds that a transaction waits until others of this node are done: a burst is worked off, not turned away. */
const patienceInQueue = 5_000

/** Dates stay `YYYY-MM-DD` (a Date would move them by the time zone), counts become numbers. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === builtins.DATE) return (value: string) => value
    if (oid === builtins.INT8) return Number
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

/** `url` may name several hosts: the primary among them is used. */
export function connect(url: string, options: ConnectOptions = {}): Db {
  const max = options.max ?? 10
  const pool = createPrimaryPool(url, {
    max,
    connectionTimeoutMillis: patience,
    application_name: options.applicationName ?? 'kontor',
    types: typeParsers,
    // A client that vanished or a lock that is never released must not hold a connection for ever.
    ...(!options.unlimited && {
      statement_timeout: 30_000,
      lock_timeout: 15_000,
      idle_in_transaction_session_timeout: 60_000,
    }),
  })
  return new Database<Tables>(
    { dialect: new PostgresDialect({ pool }) },
    { connections: max, patience: patienceInQueue },
  )
}
