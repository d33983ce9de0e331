import { fault } from '../../../contract/api/faults.ts'
import type { CommentResponse, CreateCommentBody } from '../../../contract/work/comments.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { CommentedObject, CommentSubject } from '../../platform/comments/comment-subject.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Invalid } from '../../platform/errors.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import type { Page } from '../../platform/stored-responses/dense-page.ts'
import { listActiveNames } from '../administrators/accounts/accounts.ts'
import { toAttachment, uploaderOf } from './attachment-service.ts'
import * as store from './comment-store.ts'
import { mentionsIn } from './mentions.ts'

export type CommentService<Path extends unknown[], Named extends object> = ReturnType<
  typeof createCommentService<Path, Named>
>

/** The comments on one type of object. `named` makes the fields that say which object it is. */
export function createCommentService<Path extends unknown[], Named extends object>({
  db,
  now,
  subject,
  named,
}: {
  db: Db
  now: () => Date
  subject: CommentSubject<Path>
  named: (row: store.CommentRow) => Named
}) {
  return {
    async list(page: Page, ...path: Path) {
      const { total, rows } = await store.listComments(db, await subject.find(db, ...path), page)
      return { items: await toResponses(db, rows), total, total_is_exact: true, ...page }
    },

    create(
      { comment, mentions = [], attachments = [] }: CreateCommentBody,
      actor: Actor,
      key: IdempotencyKey | null,
      ...path: Path
    ): Promise<Named & CommentResponse> {
      return withIdempotency(db, key, async (db) => {
        const commented = await subject.lock(db, ...path)
        const mentioned = await resolveMentions(db, comment, mentions)
        const at = now()
        const row = await store.insertComment(db, {
          id: newId(),
          subject_type: commented.type,
          subject_id: commented.id,
          document_kind: commented.document?.kind ?? null,
          document_version: commented.document?.version ?? null,
          comment,
          actor_kind: actor.kind,
          actor_id: actor.id,
          actor_name: actor.name,
          at,
        })
        await store.insertMentions(db, row.id, mentioned)
        await attach(db, row.id, attachments, commented, actor)
        const { type: action, object, data } = commented.event
        const { organizationId, version } = commented
        const told = { ...data, comment_id: row.id, mentions: mentioned }
        const details = {
          comment_id: row.id,
          ...(mentioned.length > 0 && { mentions: mentioned }),
          ...(attachments.length > 0 && { attachments }),
        }
        const [response] = await toResponses(db, [row])
        recordChange(db, actor, { action, object, organizationId, version, details, data: told, at })
        return response as Named & CommentResponse
      })
    },
  }

  async function toResponses(
    db: Db,
    rows: readonly store.CommentRow[],
  ): Promise<(Named & CommentResponse)[]> {
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const mentions = await store.listMentions(db, ids)
    const files = await store.listAttachments(db, ids)
    return rows.map((row) => ({
      id: row.id,
      ...named(row),
      comment: row.comment,
      mentions: mentions
        .filter(({ comment_id }) => comment_id === row.id)
        .map(({ id, name }) => ({ id, name })),
      attachments: files.filter(({ comment_id }) => comment_id === row.id).map(toAttachment),
      actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
      at: row.at.toISOString(),
    }))
  }
}

/** Whom the text names, and whom the caller lists. */
async function resolveMentions(db: Db, text: string, listed: readonly string[]): Promise<string[]> {
  if (listed.length === 0 && !text.includes('@')) return []
  const people = await listActiveNames(db)
  const active = new Set(people.map(({ id }) => id))
  const unknown = listed.flatMap((id, index) =>
    active.has(id) ? [] : [fault(['body', 'mentions', index], 'mention_not_found')],
  )
  if (unknown.length > 0) throw new Invalid(unknown)
  return [...new Set([...listed, ...mentionsIn(text, people)])]
}

async function attach(
  db: Db,
  commentId: string,
  ids: readonly string[],
  { organizationId }: CommentedObject,
  actor: Actor,
): Promise<void> {
  if (ids.length === 0) return
  const taken = await store.takeAttachments(db, ids, { commentId, organizationId, by: uploaderOf(actor) })
  const known = new Set(taken.map(({ id }) => id))
  const unknown = ids.flatMap((id, index) =>
    known.has(id) ? [] : [fault(['body', 'attachments', index], 'attachment_not_found')],
  )
  if (unknown.length > 0) throw new Invalid(unknown)
}
