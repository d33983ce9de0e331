import { sql } from 'kysely'
import { idPattern } from '../../../contract/common.ts'
import type {
  FilteredDocumentsQuery,
  FilteredDocumentsResponse,
  ListedDocument,
} from '../../../contract/lists.ts'
import { cursorPageOf } from '../../platform/cursor-page.ts'
import type { Db } from '../../platform/db/database.ts'
import { actorNames } from '../administrators/administrator-names.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'
import { documentConditions, statusOn } from './document-export.ts'
import { dayOf } from './document-responses.ts'

type Row = Omit<ListedDocument, 'uploaded_at' | 'waiting_since'> & {
  uploaded_at: Date
  waiting_since: Date | null
}

export type DocumentList = ReturnType<typeof createDocumentList>

/** The current documents of all organizations, the newest upload first, with the filters of the export. */
export function createDocumentList({ db, now }: { db: Db; now: () => Date }) {
  return async function filter({
    limit,
    cursor,
    ...given
  }: FilteredDocumentsQuery): Promise<FilteredDocumentsResponse> {
    const day = sql<string>`${dayOf(now())}::date`
    // Two values and no subquery of a row, which no index serves. A version that was replaced since is still a place.
    const after =
      cursor === undefined
        ? []
        : [
            sql`(version.uploaded_at, version.id) < ((select uploaded_at from document_versions where id = ${cursor}), ${cursor}::uuid)`,
          ]
    const { rows } = await sql<Row>`
      with page as (
        select version.id, version.organization_id, version.kind, version.version, version.file_name,
          ${statusOn(day)} as status, version.uploaded_at, version.uploaded_by, version.expires_on,
          case when document.status = 'pending' then document.waiting_since end as waiting_since
        from document_versions as version
          join documents as document on document.organization_id = version.organization_id
            and document.kind = version.kind and document.version = version.version
        where ${sql.join([sql`true`, ...documentConditions(given, day), ...after], sql` and `)}
        order by version.uploaded_at desc, version.id desc limit ${limit + 1}
      )
      select page.*, organization.name as organization_name,
        coalesce(uploader.name, page.uploaded_by) as uploaded_by_name
      from page
        join ${organizationSummaries} as organization on organization.id = page.organization_id
        left join ${actorNames} as uploader
          on uploader.id = case when page.uploaded_by ~ ${idPattern} then page.uploaded_by::uuid end
      order by page.uploaded_at desc, page.id desc
    `.execute(db)
    return cursorPageOf(rows, limit, (row) => ({
      ...row,
      uploaded_at: row.uploaded_at.toISOString(),
      waiting_since: row.waiting_since?.toISOString() ?? null,
    }))
  }
}
