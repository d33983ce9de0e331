import type { ProvenTable } from '../../platform/proofs/proven-table.ts'

/** A bank pays what a file says, so that only files are handed out that the service has written. */
export const provenPaymentFiles: ProvenTable = {
  kind: 'payment_file',
  table: 'payment_files',
  name: 'Files of payment orders',
  columns: ['id', 'company_id', 'account', 'day', 'sha256', 'made_at'],
  wayOut: 'Make another file, and compare its orders with the refunds.',
}
