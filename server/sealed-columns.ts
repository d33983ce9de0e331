import type { SealedColumn } from './platform/vault/purposes.ts'

/**
 * All columns with records that are sealed by the vault, and the key that seals each; the vault and key rotation use this
 * list. The authenticated data of a record is its table, its organization, the id in `record`, and the name of the column.
 * The table in docs/custody.md says the same.
 */
export const sealedColumns: readonly SealedColumn[] = [
  ofOrganization('wallets', 'wallet_seeds', 'sealed_entropy', { record: 'record' }),
  ofOrganization('documents', 'document_versions', 'content_key'),
  ofOrganization('papers', 'paper_files', 'content_key'),
  ofOrganization('identity', 'organization_people', 'document_number', { keyPerRecord: true }),
  ofOrganization('comments', 'comment_attachments', 'content_key'),
  ofOrganization('screening', 'screening_subjects', 'secret_identifiers'),
  ofOrganization('audit', 'audit_values', 'sealed_values'),
  ofSystem('administrators', 'otp_secret'),
  ofSystem('mails', 'sealed_link'),
  ofSystem('audit_signing_keys', 'private_key'),
  ofSystem('audit_signing_keys', 'signed_head'),
  ofSystem('webhook_endpoints', 'secret'),
  ofSystem('webhook_endpoints', 'previous_secret'),
]

function ofOrganization(
  purpose: string,
  table: string,
  column: string,
  special: { record?: string; keyPerRecord?: true } = {},
): SealedColumn {
  return { table, column, record: 'id', organization: 'organization_id', purpose, ...special }
}

function ofSystem(table: string, column: string): SealedColumn {
  return { table, column, record: 'id', organization: null }
}
