import { sql } from 'kysely'
import { connect } from '../../../server/platform/db/database.ts'
import { ownerRole, serviceRole, superuser } from '../../../server/platform/db/embedded/service-role.ts'

/** The same database, as the superuser of the cluster: the roles of the service may not do everything a test needs. */
export function superuserUrl(url: string): string {
  return withRole(url, superuser)
}

/** The same database, as the service connects to it. Tests look and set up as its owner. */
export function serviceUrl(url: string): string {
  return withRole(url, serviceRole)
}

function withRole(url: string, role: string): string {
  const result = new URL(url)
  result.username = role
  return result.href
}

/** A database as an administrator would create it. Returns its URL for its owner. */
export async function createServiceDatabase(
  url: string,
  name: string,
  { template }: { template?: string } = {},
): Promise<string> {
  const admin = connect(superuserUrl(url), { max: 1, unlimited: true })
  try {
    // Two clones of one template at once are refused by PostgreSQL: they take turns.
    await sql`select pg_advisory_lock(727002)`.execute(admin)
    // Without fsync, files are copied in half the time that it takes to write the same pages to the log.
    const from = sql.raw(template === undefined ? '' : `template ${template} strategy file_copy`)
    await sql`create database ${sql.id(name)} owner ${sql.id(ownerRole)} ${from}`.execute(admin)
  } finally {
    await admin.destroy()
  }
  return withRole(databaseUrl(url, name), ownerRole)
}

/** Ends the connections that are left to it. */
export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const admin = connect(superuserUrl(databaseUrl(url, 'postgres')), { max: 1, unlimited: true })
  try {
    await sql`drop database if exists ${sql.id(name)} with (force)`.execute(admin)
  } finally {
    await admin.destroy()
  }
}

export function databaseUrl(url: string, name: string): string {
  const result = new URL(url)
  result.pathname = `/${name}`
  return result.href
}
