import type { PaperKind, PaperResponse } from '../../../contract/purchase-requests/papers.ts'
import type { Paper } from './paper-store.ts'

export function toPaper(row: Paper): PaperResponse {
  const { content } = row
  return {
    id: row.id,
    request_id: row.request_id,
    company_id: row.company_id,
    kind: row.kind,
    number: row.number,
    language: row.language,
    currency: content.currency,
    amount: content.total,
    date: content.issued_on,
    vat: content.template === 1 ? null : content.vat,
    payment_qr: content.payment_qr,
    file:
      row.size === null || row.sha256 === null
        ? null
        : { name: fileName(row), size: row.size, sha256: row.sha256.toString('hex') },
    voided:
      row.voided_at === null || row.voided_by === null || row.void_reason === null
        ? null
        : { reason: row.void_reason, at: row.voided_at.toISOString(), by: row.voided_by },
    issued_at: row.issued_at.toISOString(),
    issued_by: row.issued_by,
  }
}

/** `invoice-2026-000042.pdf` */
export function fileName({ kind, number }: { kind: PaperKind; number: string }): string {
  return `${kind}-${number}.pdf`
}
