import { sql } from 'kysely'
import type { SearchSource } from '../../platform/search/search-source.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'

type FoundRow = {
  organization_id: string
  kind: string
  file_name: string
  name: string
  matched: 'checksum' | 'file_name'
}

/** By the SHA-256 of a file, or by how its name begins. Older versions are found too: they lead to the document. */
export const documentSearch: SearchSource = {
  permission: 'documents:read',
  async find(db, { text }, limit) {
    const checksum = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : null
    const prefix = text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')
    const { rows } = await sql<FoundRow>`
      select found.organization_id, found.kind, found.file_name, organization.name, found.matched
      from (
        (select organization_id, kind, file_name, 'checksum' as matched from document_versions
          where sha256 = ${checksum} order by id desc limit ${limit})
        union all
        (select organization_id, kind, file_name, 'file_name' from document_versions
          where lower(file_name) like ${`${prefix}%`} and ${text.length >= 3} order by id desc limit ${limit})
      ) as found
      join ${organizationSummaries} as organization on organization.id = found.organization_id
      limit ${limit}
    `.execute(db)
    return rows.map((row) => ({
      kind: 'document',
      id: row.kind,
      organization_id: row.organization_id,
      title: row.file_name,
      subtitle: row.name,
      matched: row.matched,
    }))
  },
}
