import { sql } from 'kysely'
import type { Logger } from 'pino'
import { StartRefused } from '../errors.ts'
import type { Db } from './database.ts'

/** What the service only reads. Functions of the owner (migration 0066) append to them. */
const readOnly = ['audit_events', 'audit_head', 'changes', 'migrations']

/**
 * Gives the role of `service` its rights and no others, as the owner of the tables and in the transaction that has migrated
 * them (ADR 252). Rights that are as they should be are left alone.
 */
export async function grantServiceRights(owner: Db, service: Db): Promise<void> {
  const [mine, other] = [await whoAndWhere(owner), await whoAndWhere(service)]
  if (mine.place !== other.place)
    throw new StartRefused('DATABASE_OWNER_URL names another database than DATABASE_URL.')
  if (mine.role === other.role) return
  for (const statement of await missingGrants(owner, other.role)) await sql.raw(statement).execute(owner)
}

async function whoAndWhere(db: Db): Promise<{ role: string; place: string }> {
  const { rows } = await sql<{ role: string; place: string }>`
    select current_user as role, oid || ' ' || extract(epoch from pg_postmaster_start_time()) as place
    from pg_database where datname = current_database()
  `.execute(db)
  return rows[0] as { role: string; place: string }
}

/** Tables that come later, such as those of an import of the register, have the rights of most tables from the start. */
async function missingGrants(owner: Db, role: string): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    with service as (select oid as id, quote_ident(rolname) as name from pg_roles where rolname = ${role}),
      place as (select current_schema()::regnamespace as id),
      wanted as (
        select class.oid, relacl,
          case when relkind = 'S' then 'sequence' else 'table' end as kind,
          case when relkind = 'S' then 'USAGE' when relname = any (${readOnly}) then 'SELECT'
            else 'DELETE, INSERT, SELECT, UPDATE' end as rights
        from pg_class as class, place
        where relnamespace = place.id and relkind in ('r', 'p', 'v', 'm', 'S') and pg_has_role(relowner, 'USAGE')
      )
    select format('revoke all on %1$s %2$s from %3$s; grant %4$s on %1$s %2$s to %3$s',
        kind, wanted.oid::regclass, service.name, rights) as statement
      from wanted, service
      where rights is distinct from (
        select string_agg(privilege_type, ', ' order by privilege_type) from aclexplode(relacl) where grantee = service.id
      )
    union all
    select format('grant execute on function %s to %s', proc.oid::regprocedure, service.name)
      from pg_proc as proc, place, service
      where pronamespace = place.id and prosecdef and pg_has_role(proowner, 'USAGE')
        and not exists (select from aclexplode(proacl) where grantee = service.id)
    union all
    select format('grant usage on schema %s to %s', place.id, service.name)
      from place, service where not has_schema_privilege(service.id, place.id, 'USAGE')
    union all
    select format('alter default privileges in schema %s grant select, insert, update, delete on tables to %s',
        place.id, service.name)
      from place, service
      where not exists (
        select from pg_default_acl, aclexplode(defaclacl)
        where defaclrole = current_user::regrole and defaclnamespace = place.id and defaclobjtype = 'r'
          and grantee = service.id
      )
  `.execute(owner)
  return rows.map(({ statement }) => statement)
}

/** Whether the role of this connection can change the audit log in other ways than to append to it. */
export async function canChangeAuditLog(db: Db): Promise<boolean> {
  const { rows } = await sql<{ can: boolean }>`
    select bool_or(pg_has_role(relowner, 'MEMBER')
      or has_table_privilege(oid, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
      or has_schema_privilege(relnamespace, 'CREATE')) as can
    from pg_class where oid in ('audit_events'::regclass, 'audit_head'::regclass)
  `.execute(db)
  return rows[0]?.can ?? false
}

/** For whoever runs the service with one role, as all did before. */
export async function warnOfOneRole(db: Db, log: Logger): Promise<void> {
  if (!(await canChangeAuditLog(db))) return
  log.warn(
    'the role of DATABASE_URL can change the audit log: create a role for the service that owns nothing, name it in DATABASE_URL, and the owner of the tables in DATABASE_OWNER_URL (docs/postgresql.md, "Two roles")',
  )
}
