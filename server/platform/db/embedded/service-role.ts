import type pg from 'pg'

/** The superuser that `initdb` creates. Only the code in this directory connects as it. */
export const superuser = 'postgres'
/** Owns the database and has no other rights. Until release 1.1.0 it was the role of the service as well. */
export const ownerRole = 'kontor'
/** The role of the service. It owns nothing: its rights are in `service-rights.ts`. */
export const serviceRole = 'kontor_service'

const attributes = ['rolsuper', 'rolcreaterole', 'rolcreatedb', 'rolreplication', 'rolbypassrls']

/**
 * Creates the two roles and the database if they are missing. A statement that reaches the database by mistake or by an
 * attack must not be able to run programs or read files, as those of a superuser can.
 */
export async function ensureServiceDatabase(client: pg.Client): Promise<void> {
  for (const role of [ownerRole, serviceRole]) await ensureRole(client, role)
  const databases = await client.query(`select from pg_database where datname = '${ownerRole}'`)
  if (databases.rowCount === 0) await client.query(`create database ${ownerRole} owner ${ownerRole}`)
  const { rows } = await client.query<{ temporary: boolean; member: boolean }>(
    `select has_database_privilege('${serviceRole}', '${ownerRole}', 'TEMPORARY') as temporary,
       pg_has_role('${ownerRole}', '${serviceRole}', 'MEMBER') as member`,
  )
  if (rows[0]?.temporary) await client.query(`revoke temporary on database ${ownerRole} from public`)
  // So that a migration sees which nodes are connected.
  if (!rows[0]?.member) await client.query(`grant ${serviceRole} to ${ownerRole}`)
}

async function ensureRole(client: pg.Client, name: string): Promise<void> {
  const roles = await client.query<{ privileged: boolean }>(
    `select ${attributes.join(' or ')} as privileged from pg_roles where rolname = '${name}'`,
  )
  const role = roles.rows[0]
  if (!role) {
    // One transaction: the role is never there without the restrictions.
    await client.query(`begin;
      create role ${name} login;
      revoke connect, temporary on database postgres, template1 from public;
      commit`)
  } else if (role.privileged) {
    await client.query(`alter role ${name} nosuperuser nocreaterole nocreatedb noreplication nobypassrls`)
  }
}
