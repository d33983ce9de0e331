import { isBuiltLater, type Migration } from '../../server/platform/db/migrations.ts'

export type Released = Pick<Migration, 'name' | 'checksum'>

/**
 * What takes something away from the release before, or makes a demand that it does not know. A column that becomes
 * `numeric` without a limit takes all that it took.
 */
const contracting =
  /\b(drop\s+(table|column|view|function|type)|rename\s+(to|column)|alter\s+column\s+\S+\s+(set\s+data\s+)?type\s(?!numeric\s*[,;])|set\s+not\s+null|add\s+column\s+\S+\s+[^,;]*\bnot\s+null\b(?![^,;]*\bdefault\b))/i

/**
 * The rules that keep a database of any release usable: released files stay as they are, and a new one only expands. A
 * file that takes something away names, in a comment `-- contracts <file>`, the released migration that prepared it.
 */
export function brokenRules(migrations: readonly Migration[], released: readonly Released[]): string[] {
  const problems: string[] = []
  for (const { name, checksum } of released) {
    const current = migrations.find((migration) => migration.name === name)
    if (!current) problems.push(`${name} was released and is gone`)
    else if (current.checksum !== checksum) problems.push(`${name} was edited after its release`)
  }
  if (released.length === 0) return problems
  const isReleased = (name: string) => released.some((migration) => migration.name === name)
  const releasedSql = migrations
    .filter(({ name }) => isReleased(name))
    .map(({ sql }) => sql)
    .join('\n')
  const newest = released
    .map(({ name }) => name)
    .toSorted()
    .at(-1) as string
  for (const { name, sql } of migrations) {
    if (isReleased(name)) continue
    if (name < newest) problems.push(`${name} sorts before ${newest}, which is released`)
    const prepared = /^--\s*contracts\s+(\S+)/im.exec(sql)?.[1]
    const statements = withoutNewColumns(
      withoutKeptNames(withoutFunctions(sql.replaceAll(/--.*$/gm, ''))),
      releasedSql,
    )
    if (contracting.test(statements) && !(prepared && isReleased(prepared))) {
      problems.push(`${name} takes away what the release before it uses`)
    }
  }
  const large = tablesOf(migrations.filter(({ name }) => isReleased(name))).filter(
    (table) => !small.has(table),
  )
  for (const migration of migrations) {
    if (!isReleased(migration.name)) problems.push(...longLocks(migration, large))
  }
  return problems
}

/** Tables of releases that have few rows however many organizations there are. All others may have millions. */
export const small = new Set([
  'administrator_identities',
  'administrator_lineage',
  'administrators',
  'api_keys',
  'audit_head',
  'audit_signing_keys',
  'desk_companies',
  'founding_confirmations',
  'foundings',
  'inbox_positions',
  'notification_settings',
  'organization_counter',
  'organization_gram_sample',
  'party_generations',
  'passkeys',
  'policies',
  'purchase_request_sequence',
  'screening_imports',
  'screening_lists',
  'screening_passes',
  'screening_state',
  'signing_keys',
  'signing_state',
  'vault_root',
  'vault_slots',
  'views',
  'webhook_endpoints',
  'webhook_pause',
])

export function tablesOf(migrations: readonly Migration[]): string[] {
  return migrations.flatMap(({ sql }) =>
    [...sql.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi)].map(
      ([, table]) => table as string,
    ),
  )
}

/**
 * What holds a lock for as long as a table is large, while nodes of the release before still run: all migrations are one
 * transaction, so whatever takes long holds the locks of everything before it. An index is built after the start. What
 * else is needed is done in small steps by a job. A file that touches few rows of a table, or is quick with a million of
 * them, names the table and says why, in a comment `-- quick <table>, <table>: <why>`.
 */
function longLocks({ name, sql, checksum }: Migration, large: readonly string[]): string[] {
  if (isBuiltLater({ name, sql, checksum })) {
    const single =
      /^(?:\s*--.*\n)*\s*create\s+(?:unique\s+)?index\s+concurrently\s+\w+\s+on\s+\w+\b[^;]*;?\s*$/i
    return single.test(sql) ? [] : [`${name} is built later and should be one "create index concurrently"`]
  }
  const exempt = [...(quickWithoutTables[name] ?? []), ...quickTablesIn(sql)]
  const statements = withoutFunctions(sql.replaceAll(/--.*$/gm, '')).split(';')
  const problems: string[] = []
  for (const table of large.filter((table) => !exempt.includes(table))) {
    const one = `(?:only\\s+)?(?:public\\.)?"?${table}"?(?!\\w)`
    const is = (statement: string, pattern: string) =>
      new RegExp(pattern.replaceAll('T', one), 'is').test(statement)
    for (const statement of statements) {
      const why = [
        is(statement, '\\bcreate\\s+(unique\\s+)?index\\b.*\\bon\\s+T') &&
          'an index is built after the start',
        is(statement, '\\breindex\\b.*\\bT') && 'an index is built after the start',
        is(statement, '\\b(update|delete\\s+from|truncate(\\s+table)?|merge\\s+into)\\s+T') &&
          'rows are written',
        is(
          statement,
          '\\b(insert\\s+into|create\\s+(materialized\\s+view|table))\\b.*\\bselect\\b.*\\b(from|join)\\s+T',
        ) && 'all rows are read',
        is(statement, '\\balter\\s+table\\s+(if\\s+exists\\s+)?T') && longAlteration(statement),
      ].find(Boolean)
      if (why) problems.push(`${name} may hold locks of ${table} for long: ${why}`)
    }
  }
  return problems
}

/** Files whose comment says why they are quick, but not of which tables: a migration is not edited. */
const quickWithoutTables: Record<string, readonly string[]> = {
  '0069_proven_people.sql': ['recovery_codes', 'password_links'],
  // Of requests, those that are approved and not delivered.
  '0071_proven_destinations.sql': ['purchase_requests'],
  // A million entries are added up in less than a second: large-upgrade.test.ts prints how long it took.
  '0107_coin_balances.sql': ['book_entries'],
  '0180_own_mark.sql': ['organizations'],
  '0230_statement_currencies.sql': ['statement_lines', 'statement_periods', 'statement_exceptions'],
  // A transfer is an act of people: there are thousands.
  '0240_batches_on_bitcoin.sql': ['transfers'],
}

function quickTablesIn(sql: string): string[] {
  return [...sql.matchAll(/^--\s*quick\s+(\w+(?:\s*,\s*\w+)*):\s*\S/gim)].flatMap(([, tables]) =>
    (tables as string).split(/\s*,\s*/),
  )
}

/** Why an `alter table` reads or writes all rows of its table, if it does. */
function longAlteration(statement: string): string | undefined {
  if (/\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i.test(statement)) return 'a type is changed'
  if (/\bset\s+not\s+null\b/i.test(statement)) return 'all rows are checked'
  if (/\bset\s+(logged|unlogged|tablespace|access\s+method)\b/i.test(statement))
    return 'the table is rewritten'
  if (/\badd\s+(constraint\s+\w+\s+)?(primary\s+key|unique)\b(?!\s+using\s+index)/i.test(statement))
    return 'an index is built after the start'
  if (
    /\badd\s+(constraint\s+\w+\s+)?(check|foreign\s+key|exclude)\b/i.test(statement) &&
    !/\bnot\s+valid\b/i.test(statement)
  )
    return 'all rows are checked; add the constraint as "not valid"'
  if (!/\badd\s+(column\b|(?!constraint|check|foreign|primary|unique|exclude)\w+)/i.test(statement))
    return undefined
  if (/\b(generated|serial|bigserial|identity)\b/i.test(statement)) return 'every row gets a value'
  if (/\bdefault\b[^,]*\b(gen_random_uuid|random|clock_timestamp|nextval|uuidv\d)\b/i.test(statement))
    return 'every row gets a value of its own'
  if (/\badd\s+column\b[^;]*\b(check|unique)\b/i.test(statement) && !/\bnot\s+valid\b/i.test(statement))
    return 'all rows are checked; add the constraint as "not valid"'
  return undefined
}

/** A function that is only created runs later. */
function withoutFunctions(statements: string): string {
  return statements.replaceAll(
    /\bcreate\s+(?:or\s+replace\s+)?(?:function|procedure)\b(?:(?!\$\w*\$|;).)*(?:(\$\w*\$).*?\1|begin\s+atomic.*?\bend\b)?[^;]*;/gis,
    '',
  )
}

/** Without new types of columns that no release knows, as their table or their name came later. */
function withoutNewColumns(statements: string, releasedSql: string): string {
  const isKnown = (name: string) => new RegExp(`\\b${name}\\b`, 'i').test(releasedSql)
  return statements.replaceAll(/\balter\s+table\s+(\w+)\s([^;]*)/gi, (all, table: string, clauses: string) =>
    isKnown(table)
      ? `alter table ${table} ${clauses.replaceAll(
          /\balter\s+column\s+(\w+)\s+(?:set\s+data\s+)?type\b/gi,
          (clause, column: string) => (isKnown(column) ? clause : ''),
        )}`
      : all.replaceAll(/\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b/gi, ''),
  )
}

/** Without the renaming of tables whose old name becomes a view in the same file: the release before goes on using it. */
function withoutKeptNames(statements: string): string {
  let rest = statements
  for (const [renaming, before, after] of statements.matchAll(
    /alter\s+table\s+(\w+)\s+rename\s+to\s+(\w+)\s*;/gi,
  )) {
    if (!new RegExp(`create\\s+view\\s+${before}\\s+as\\b`, 'i').test(statements)) continue
    const columns = new RegExp(`alter\\s+table\\s+${after}\\s+rename\\s+column[^;]*;`, 'gi')
    rest = rest.replace(renaming, '').replaceAll(columns, '')
  }
  return rest
}
