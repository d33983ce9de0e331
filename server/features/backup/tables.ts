import type pg from 'pg'

/**
 * What a backup leaves out: what belongs to the moment (sessions must not come back to life, nodes make their own
 * signing keys), and the party register, which is imported again from its files.
 */
const leftOut = ['sessions', 'refresh_tokens', 'signing_keys', 'party_generations', 'migrations']
const registerTables = '^(parties|party_(vocabulary|staging|list_staging|prefixes|lists|words))_[0-9]+$'

export interface Table {
  name: string
  columns: string[]
}

/** The tables that are kept, with the columns that are not computed. Unlogged ones hold nothing that must last. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and c.relname <> all ($1) and c.relname !~ $2
     group by c.relname order by c.relname`,
    [leftOut, registerTables],
  )
  return rows
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function columnsOf({ columns }: Table): string {
  return columns.map(identifier).join(', ')
}
