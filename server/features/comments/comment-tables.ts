import type { Generated } from 'kysely'

export interface CommentTables {
  comments: {
    id: string
    seq: Generated<number>
    subject_type: 'purchase_request' | 'organization' | 'document'
    subject_id: string
    document_kind: string | null
    document_version: number | null
    comment: string
    actor_kind: string
    actor_id: string | null
    actor_name: string
    at: Date
  }
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
