import type { SealedColumn } from './platform/vault/rewrap.ts'

/**
 * Every column that holds records sealed by the vault, so that a rotated key reaches all of them. A record is sealed
 * for its table, its organization, the id in `record`, and the column's own name as the field.
 */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'wallet_seeds',
    column: 'sealed_entropy',
    record: 'organization_id',
    organization: 'organization_id',
  },
  { table: 'administrators', column: 'otp_secret', record: 'id', organization: null },
  { table: 'audit_signing_keys', column: 'private_key', record: 'id', organization: null },
  { table: 'document_versions', column: 'content_key', record: 'id', organization: 'organization_id' },
  { table: 'webhook_endpoints', column: 'secret', record: 'id', organization: null },
  { table: 'webhook_endpoints', column: 'previous_secret', record: 'id', organization: null },
]
