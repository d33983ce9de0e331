import type pg from 'pg'

/**
 * Tables that are not part of a backup: sessions and what belongs to them (an ended session must not become valid again,
 * nor a sign-in that was started), signing keys (nodes
 * create their own), the log of changes, which a restore begins anew, the party register, which is imported again from
 * its files, and the search index of organizations, which a restore rebuilds.
 */
const excludedTables = [
  'sessions',
  'refresh_tokens',
  'oidc_flows',
  'oidc_sessions',
  'oidc_logout_tokens',
  'signing_keys',
  'changes',
  'party_generations',
  'party_organization_words',
  'migrations',
]
const registerTables = '^(parties|party_(vocabulary|staging|list_staging|prefixes|lists|words))_[0-9]+$'

export interface Table {
  name: string
  columns: string[]
}

/** The tables of a backup, without generated columns. Unlogged tables contain nothing that must be kept. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and c.relname <> all ($1) and c.relname !~ $2
     group by c.relname order by c.relname`,
    [excludedTables, registerTables],
  )
  return rows
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function columnsOf({ columns }: Table): string {
  return columns.map(identifier).join(', ')
}
