import type pg from 'pg'

/** The superuser that `initdb` creates. Only the code in this directory connects as it. */
export const superuser = 'postgres'
/** The role of the service. It owns its database and has no other rights. */
export const serviceRole = 'kontor'

const attributes = ['rolsuper', 'rolcreaterole', 'rolcreatedb', 'rolreplication', 'rolbypassrls']

/**
 * Creates the role and the database of the service if they are missing. A statement that reaches the database by mistake
 * or by an attack must not be able to run programs or read files, as those of a superuser can.
 */
export async function ensureServiceDatabase(client: pg.Client): Promise<void> {
  const roles = await client.query<{ privileged: boolean }>(
    `select ${attributes.join(' or ')} as privileged from pg_roles where rolname = '${serviceRole}'`,
  )
  const role = roles.rows[0]
  if (!role) {
    // One transaction: the role is never there without the restrictions.
    await client.query(`begin;
      create role ${serviceRole} login;
      revoke connect, temporary on database postgres, template1 from public;
      commit`)
  } else if (role.privileged) {
    await client.query(
      `alter role ${serviceRole} nosuperuser nocreaterole nocreatedb noreplication nobypassrls`,
    )
  }
  const databases = await client.query(`select from pg_database where datname = '${serviceRole}'`)
  if (databases.rowCount === 0) await client.query(`create database ${serviceRole} owner ${serviceRole}`)
}
