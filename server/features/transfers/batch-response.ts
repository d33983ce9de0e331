import type { PurchaseAsset } from '../../../contract/money/assets.ts'
import type { BatchStatus, TransferBatchResponse } from '../../../contract/wallets/transfer-batches.ts'
import { isLiving } from './batch/batch-decisions.ts'
import type { BatchProgress } from './batch/batch-store.ts'
import type { Batch } from './batch/batch-tables.ts'
import type { SignatureApproval } from './transfer/signature-approvals.ts'

export function toBatch(
  batch: Batch,
  {
    approvals,
    progress = { signed: 0, open: 0 },
    at,
  }: { approvals: readonly SignatureApproval[]; progress: BatchProgress | undefined; at: Date },
): TransferBatchResponse {
  const open =
    approvals.find(({ status }) => status === 'approved') ??
    approvals.find(({ status }) => status === 'waiting')
  return {
    id: batch.id,
    organization_id: batch.organization_id,
    network: batch.network,
    from_wallet_id: batch.from_wallet_id,
    from_address: batch.from_address,
    digest: batch.digest.toString('hex'),
    count: batch.members.length,
    recipients: batch.recipients,
    sums: Object.entries(batch.sums).map(([asset, amount]) => ({ asset: asset as PurchaseAsset, amount })),
    fee_ceiling: batch.fee_ceiling,
    reason: batch.reason,
    status: statusOf(batch, { open, progress, at }),
    approval_id: batch.status === 'draft' ? (open?.id ?? null) : null,
    signed: progress.signed,
    decided_at: batch.decided_at?.toISOString() ?? null,
    decided_by: batch.decided_by,
    expires_at: batch.expires_at?.toISOString() ?? null,
    created_by: batch.created_by,
    created_at: batch.created_at.toISOString(),
    updated_at: batch.updated_at.toISOString(),
  }
}

function statusOf(
  batch: Batch,
  { open, progress, at }: { open: SignatureApproval | undefined; progress: BatchProgress; at: Date },
): BatchStatus {
  if (batch.status === 'cancelled') return 'cancelled'
  if (batch.status === 'draft')
    return open === undefined ? 'draft' : open.status === 'approved' ? 'approved' : 'waiting'
  if (progress.open === 0) return 'signed'
  return isLiving(batch, at) ? 'signing' : 'expired'
}
