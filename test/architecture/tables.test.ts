import { expect, test } from 'vitest'
import { listFiles, readSources, readText, type SourceFile } from '../support/files/source-files.ts'

const sources = readSources('server/features', 'server/platform')
const owners = tableOwners()

test('every table of the migrations is declared in one -tables.ts file', () => {
  const migrations = listFiles('migrations')
    .map((file) => withoutSqlComments(readText(file)))
    .join('\n')
  const named = (pattern: RegExp) => [...migrations.matchAll(pattern)].map(([, table]) => table as string)
  const gone = new Set(named(/^(?:drop table (?=\w+;)|alter table (?=\w+ rename to ))(\w+)/gm))
  const created = named(/^create (?:unlogged )?table (\w+)/gm).filter((table) => !gone.has(table))
  expect(created.filter((table) => !owners.has(table))).toEqual([])
})

test('a feature names only its own tables', () => {
  const foreign = sources.flatMap((source) =>
    [...tablesIn(source)]
      .filter((table) => owners.get(table) !== partOf(source.path))
      .map((table) => `${source.path}: ${table}`),
  )
  expect(foreign).toEqual([])
})

test('a part imports no store and no table types of another part', () => {
  const foreign = sources.flatMap(({ path, imports }) =>
    imports
      .filter((target) => /-(store|tables)\.ts$/.test(target) && partOf(target) !== partOf(path))
      .map((target) => `${path} imports ${target}`),
  )
  expect(foreign).toEqual([])
})

test('tables are found in Kysely queries, in raw SQL and in types', () => {
  const text = `
    // from sessions
    db.selectFrom('wallets as w').innerJoin('organizations', 'a', 'b')
    sql\`select count(*) from documents, api_keys k join webhook_lanes using (id)\`
    client.query('update document_versions set store = $1')
    type Row = Tables['data_keys']
  `
  expect([...tablesIn({ path: '', text, imports: [] })].sort()).toEqual([
    'api_keys',
    'data_keys',
    'document_versions',
    'documents',
    'organizations',
    'wallets',
    'webhook_lanes',
  ])
})

/** Table → the feature or room of the platform whose -tables.ts file declares it. */
function tableOwners(): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { path, text } of sources.filter(({ path }) => path.endsWith('-tables.ts'))) {
    for (const [, declared = ''] of text.matchAll(/^export interface \w+Tables \{\n([\s\S]*?)^\}/gm)) {
      for (const [, table = ''] of declared.matchAll(/^ {2}(\w+):/gm)) {
        if (owners.has(table)) throw new Error(`The table ${table} is declared twice.`)
        owners.set(table, partOf(path))
      }
    }
  }
  return owners
}

/** `server/features/wallets` of `server/features/wallets/derivation/slip10.ts`. */
function partOf(path: string): string {
  return path.split('/').slice(0, 3).join('/')
}

function tablesIn({ text }: SourceFile): Set<string> {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  const kysely =
    /\b(?:selectFrom|(?:inner|left|right|full|cross)Join|insertInto|updateTable|deleteFrom|using|mergeInto|sql\.table|sql\.id)\(\s*'(\w+)(?: as \w+)?'/g
  const lists =
    /\b(?:from|join|into|update|table|truncate|using|copy)\s+((?:\w+(?:\s+(?:as\s+)?\w+)?\s*,\s*)*\w+)/gi
  const types = /\bTables\['(\w+)'\]/g
  const found = [
    ...[...code.matchAll(kysely), ...code.matchAll(types)].map(([, table]) => table as string),
    // The first word of each item: the rest is its alias.
    ...[...code.matchAll(lists)].flatMap(([, list = '']) =>
      list.split(',').map((item) => item.trim().split(/\s/)[0] as string),
    ),
  ]
  return new Set(found.filter((table) => owners.has(table)))
}

function withoutSqlComments(text: string): string {
  return text.replaceAll(/--.*$/gm, '')
}
