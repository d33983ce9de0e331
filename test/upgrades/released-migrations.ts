import type { Migration } from '../../server/platform/db/migrations.ts'

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
  const newest = released
    .map(({ name }) => name)
    .toSorted()
    .at(-1) as string
  for (const { name, sql } of migrations) {
    if (isReleased(name)) continue
    if (name < newest) problems.push(`${name} sorts before ${newest}, which is released`)
    const prepared = /^--\s*contracts\s+(\S+)/im.exec(sql)?.[1]
    const statements = withoutKeptNames(sql.replaceAll(/--.*$/gm, ''))
    if (contracting.test(statements) && !(prepared && isReleased(prepared))) {
      problems.push(`${name} takes away what the release before it uses`)
    }
  }
  return problems
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
