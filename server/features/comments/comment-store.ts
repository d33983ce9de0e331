import { type Insertable, type Selectable, sql } from 'kysely'
import type { CommentedObject } from '../../platform/comments/comment-subject.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Page } from '../../platform/stored-responses/dense-page.ts'
import { accounts } from '../administrators/accounts/accounts.ts'
import type { CommentTables } from './comment-tables.ts'

export type CommentRow = Selectable<CommentTables['comments']>
export type AttachmentRow = Selectable<CommentTables['comment_attachments']>
export type MentionRow = { comment_id: string; id: string; name: string }

type Subject = Pick<CommentedObject, 'type' | 'id' | 'document'>

/** Newest first. */
export async function listComments(
  db: Db,
  { type, id, document }: Subject,
  page: Page,
): Promise<{ total: number; rows: CommentRow[] }> {
  const comments = db
    .selectFrom('comments')
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .where('document_kind', 'is not distinct from', document?.kind ?? null)
  const { total } = await comments.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await comments
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { total, rows }
}

export function insertComment(db: Db, row: Insertable<CommentTables['comments']>): Promise<CommentRow> {
  return db.insertInto('comments').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function insertMentions(db: Db, commentId: string, people: readonly string[]): Promise<void> {
  if (people.length === 0) return
  await db
    .insertInto('comment_mentions')
    .values(people.map((administrator_id) => ({ comment_id: commentId, administrator_id })))
    .execute()
}

export function listMentions(db: Db, commentIds: readonly string[]): Promise<MentionRow[]> {
  return db
    .selectFrom('comment_mentions as mention')
    .innerJoin(accounts(db).as('person'), 'person.id', 'mention.administrator_id')
    .select(['mention.comment_id', 'person.id', 'person.name'])
    .where('mention.comment_id', 'in', commentIds)
    .orderBy('person.name')
    .orderBy('person.id')
    .execute()
}

export async function insertAttachment(db: Db, row: AttachmentRow): Promise<void> {
  await db.insertInto('comment_attachments').values(row).execute()
}

/** Those of these files that the comment may take: of the same organization and uploader, and of no other comment. */
export function takeAttachments(
  db: Db,
  ids: readonly string[],
  { commentId, organizationId, by }: { commentId: string; organizationId: string; by: string },
): Promise<AttachmentRow[]> {
  return db
    .updateTable('comment_attachments')
    .set({ comment_id: commentId })
    .where('id', 'in', ids)
    .where('comment_id', 'is', null)
    .where('organization_id', '=', organizationId)
    .where('uploaded_by', '=', by)
    .returningAll()
    .execute()
}

export function listAttachments(db: Db, commentIds: readonly string[]): Promise<AttachmentRow[]> {
  return db
    .selectFrom('comment_attachments')
    .selectAll()
    .where('comment_id', 'in', commentIds)
    .orderBy('id')
    .execute()
}

export function findAttachment(
  db: Db,
  organizationId: string,
  id: string,
): Promise<AttachmentRow | undefined> {
  return db
    .selectFrom('comment_attachments')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

/** Deletes rows of files that no comment has taken, and returns them. */
export function deleteUnusedAttachments(db: Db, before: Date, limit: number): Promise<AttachmentRow[]> {
  return db
    .deleteFrom('comment_attachments')
    .where('id', 'in', (query) =>
      query
        .selectFrom('comment_attachments')
        .select('id')
        .where('comment_id', 'is', null)
        .where('uploaded_at', '<', before)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
}
