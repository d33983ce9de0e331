import type { Generated } from 'kysely'

type CommentColumns = {
  id: string
  seq: Generated<number>
  comment: string
  actor_kind: string
  actor_id: string | null
  actor_name: string
  at: Date
}

export interface CommentTables {
  comments: CommentColumns & {
    subject_type: 'purchase_request' | 'organization' | 'document'
    subject_id: string
    document_kind: string | null
    document_version: number | null
  }
  /** A view, for nodes of earlier releases. */
  purchase_request_comments: CommentColumns & { request_id: string }
  comment_mentions: { comment_id: string; administrator_id: string }
  comment_attachments: {
    id: string
    organization_id: string
    comment_id: string | null
    file_name: string
    content_type: string
    size: number
    sha256: Buffer
    content_key: Buffer
    store: string
    uploaded_by: string
    uploaded_at: Date
  }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends CommentTables {}
}
