import type { TransferDetailsResponse, TransferResponse } from '../../../../contract/wallets/transfers.ts'
import type { SignatureApproval } from './signature-approvals.ts'
import type { Transfer, TransferStepRow } from './transfer-tables.ts'

/** The transfer with the open approval of its signature, if there is one. */
export function toTransfer(row: Transfer, approvals: readonly SignatureApproval[]): TransferResponse {
  const open =
    approvals.find(({ status }) => status === 'approved') ??
    approvals.find(({ status }) => status === 'waiting')
  return {
    id: row.id,
    organization_id: row.organization_id,
    network: row.network,
    asset: row.asset,
    from_wallet_id: row.from_wallet_id,
    from_generation: row.from_generation,
    from_address: row.from_address,
    address_id: row.address_id,
    to_address: row.to_address,
    memo: row.memo,
    to_label: row.to_label,
    amount: row.amount,
    fee_ceiling: row.fee_ceiling,
    reason: row.reason,
    request_id: row.request_id,
    client_id: row.client_id,
    fuel_for: row.fuel_for,
    batch_id: row.batch_id,
    replaces: row.replaces,
    replaced_by: row.replaced_by,
    compared_with: row.compared_with ?? [],
    digest: row.digest.toString('hex'),
    status: row.status === 'draft' ? statusOfDraft(row, open) : row.status,
    approval_id: row.status === 'draft' ? (open?.id ?? null) : null,
    signature: signatureOf(row),
    effect: row.effect,
    evidence: row.evidence,
    version: row.version,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** One that was prepared is approved for good: the same call signs it, or signs it again after a crash. */
function statusOfDraft({ prepared_at }: Transfer, open: SignatureApproval | undefined) {
  if (prepared_at !== null) return 'approved'
  return open === undefined ? 'draft' : open.status === 'approved' ? 'approved' : 'waiting'
}

function signatureOf(row: Transfer): TransferResponse['signature'] {
  if (row.tx_id === null || row.signed_at === null) return null
  return {
    tx_id: row.tx_id,
    amount: row.signed_amount ?? '0',
    fee: row.signed_fee ?? '0',
    output_index: row.output_index,
    spends: row.spends ?? [],
    valid_until: row.valid_until?.toISOString() ?? null,
    signed_at: row.signed_at.toISOString(),
    signed_by: row.prepared_by ?? '',
  }
}

type TimelineStep = TransferDetailsResponse['timeline'][number]

/** The steps of the transfer and of its approvals, oldest first. */
export function toTransferDetails(
  row: Transfer,
  steps: readonly TransferStepRow[],
  approvals: readonly SignatureApproval[],
): TransferDetailsResponse {
  const own = steps.map(({ step, at, by, note }) => ({ step, at: at.toISOString(), by, note }))
  const timeline = [...own, ...approvals.flatMap(stepsOfApproval)]
  return { ...toTransfer(row, approvals), timeline: timeline.toSorted(byTime) }
}

function stepsOfApproval({ askedAt, askedBy, reason, decided }: SignatureApproval): TimelineStep[] {
  return [
    { step: 'approval_asked', at: askedAt.toISOString(), by: askedBy, note: reason },
    ...(decided
      ? [
          {
            step: decided.decision === 'refuse' ? ('refused' as const) : ('approved' as const),
            at: decided.at.toISOString(),
            by: decided.by,
            note: decided.reason,
          },
        ]
      : []),
  ]
}

function byTime(a: TimelineStep, b: TimelineStep): number {
  return a.at < b.at ? -1 : a.at > b.at ? 1 : 0
}
