import { type RawBuilder, sql } from 'kysely'
import { keptPlan } from '../../platform/db/primary/kept-plans.ts'
import { beginsWith, fewestLetters, inOrder } from '../../platform/search/beginning.ts'
import type { SearchSource, Sought } from '../../platform/search/search-source.ts'
import { isAmong, mostSought, soughtOf } from '../../platform/search/sought.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'

type FoundRow = {
  organization_id: string
  kind: string
  file_name: string
  name: string
  matched: 'checksum' | 'file_name'
}

/** Several versions of a document may have the same name: more are read than are shown. */
const versions = 4

const fileName = sql`search_file_name(file_name)`

const checksumOf = (text: string) => (/^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : null)

/** Files whose name begins as was typed, in the order of the index. */
const named = (typed: string, columns: RawBuilder<unknown>, most: number) => sql`
          select ${columns} from document_versions
          where ${beginsWith(fileName, sql`search_file_name(${typed})`)} order by ${inOrder(fileName)}, id limit ${most}`

const typedNames = ({ text, otherLayout }: Sought) =>
  [text, otherLayout ?? ''].filter(({ length }) => length >= fewestLetters)

/** By the SHA-256 of a file, or by how its name begins. Older versions are found too: they lead to the document. */
export const documentSearch: SearchSource = {
  permission: 'documents:read',
  async find(db, sought, limit) {
    const most = limit * versions
    const columns = sql`organization_id, kind, file_name, 'file_name'`
    const byName = typedNames(sought).map((typed) => sql`union all (${named(typed, columns, most)})`)
    const { rows } = await sql<FoundRow>`${keptPlan}
      select found.organization_id, found.kind, found.file_name, organization.name, found.matched
      from (
        (select organization_id, kind, file_name, 'checksum' as matched from document_versions
          where sha256 = ${checksumOf(sought.text)} order by id desc limit ${most})
        ${sql.join(byName, sql` `)}
      ) as found
      join ${organizationSummaries} as organization on organization.id = found.organization_id
    `.execute(db)
    const documents = new Map<string, FoundRow>()
    for (const row of rows) {
      const key = `${row.organization_id} ${row.kind}`
      if (!documents.has(key)) documents.set(key, row)
    }
    return [...documents.values()].slice(0, limit).map((row) => ({
      kind: 'document',
      id: row.kind,
      organization_id: row.organization_id,
      title: row.file_name,
      subtitle: row.name,
      matched: row.matched,
    }))
  },
}

/** Whether `document_versions as version` is found by this text. Older versions are no rows of the list. */
export function isSoughtDocument(q: string, at: Date): RawBuilder<boolean> {
  const sought = soughtOf(q, at)
  return isAmong(sql`version.id`, [
    sql`select id from document_versions where sha256 = ${checksumOf(sought.text)} order by id desc limit ${mostSought}`,
    ...typedNames(sought).map((typed) => named(typed, sql`id`, mostSought)),
  ])
}
