import { type Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { AuditTables } from '../audit/audit-tables.ts'
import type { AuthTables } from '../auth/auth-tables.ts'
import type { DocumentTables } from '../documents/document-tables.ts'
import type { EventTables } from '../events/event-tables.ts'
import type { WebhookTables } from '../events/webhook-tables.ts'
import type { RateCountTables } from '../http/rate-count-store.ts'
import type { OrganizationTables } from '../organizations/organization-tables.ts'
import type { OverviewTables } from '../overview/overview-tables.ts'
import type { PartyTables } from '../parties/party-tables.ts'
import type { PurchaseRequestTables } from '../purchase-requests/purchase-request-tables.ts'
import type { VaultTables } from '../vault/vault-tables.ts'
import type { WalletTables } from '../wallets/wallet-tables.ts'
import type { OnceTables } from './once-tables.ts'
import { createPrimaryPool } from './primary-pool.ts'
import { Database } from './transactions.ts'

/** Every table, each declared by the feature that owns it. */
export interface Tables
  extends AuditTables,
    AuthTables,
    DocumentTables,
    EventTables,
    OnceTables,
    OrganizationTables,
    OverviewTables,
    PartyTables,
    PurchaseRequestTables,
    RateCountTables,
    VaultTables,
    WalletTables,
    WebhookTables {}

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
