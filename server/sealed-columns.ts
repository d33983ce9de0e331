import type { SealedColumn } from './platform/vault/rewrap.ts'

/**
 * All columns with records that are sealed by the vault; key rotation uses this list. The authenticated data of a record
 * is its table, its organization, the id in `record`, and the name of the column.
 */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'wallet_seeds',
    column: 'sealed_entropy',
    record: 'record',
    organization: 'organization_id',
  },
  { table: 'administrators', column: 'otp_secret', record: 'id', organization: null },
  { table: 'mails', column: 'sealed_link', record: 'id', organization: null },
  { table: 'audit_signing_keys', column: 'private_key', record: 'id', organization: null },
  { table: 'audit_signing_keys', column: 'signed_head', record: 'id', organization: null },
  { table: 'audit_values', column: 'sealed_values', record: 'id', organization: 'organization_id' },
  { table: 'document_versions', column: 'content_key', record: 'id', organization: 'organization_id' },
  { table: 'comment_attachments', column: 'content_key', record: 'id', organization: 'organization_id' },
  { table: 'paper_files', column: 'content_key', record: 'id', organization: 'organization_id' },
  {
    table: 'organization_people',
    column: 'document_number',
    record: 'id',
    organization: 'organization_id',
  },
  {
    table: 'screening_subjects',
    column: 'secret_identifiers',
    record: 'id',
    organization: 'organization_id',
  },
  { table: 'webhook_endpoints', column: 'secret', record: 'id', organization: null },
  { table: 'webhook_endpoints', column: 'previous_secret', record: 'id', organization: null },
]
