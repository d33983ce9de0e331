import { type PaperKind, paperStatuses } from '../../../contract/purchase-requests/papers.ts'
import type { PurchaseRequestStatus } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import { Failure, unavailable } from '../../platform/errors.ts'

export function paperNotFound(): Failure {
  return new Failure('not_found', 'paper_not_found', 'The purchase request has no such paper.')
}

export function paperNotAllowed(kind: PaperKind, status: PurchaseRequestStatus): Failure {
  const paper = kind === 'act' ? 'An act' : 'An invoice'
  return new Failure(
    'conflict',
    'paper_not_allowed',
    `${paper} cannot be issued while the request is '${status}'.`,
    {
      kind,
      status,
      allowed: paperStatuses[kind],
    },
  )
}

export function invoiceNotDue(): Failure {
  return new Failure(
    'conflict',
    'invoice_not_due',
    'The request is paid in full: there is nothing to ask for.',
  )
}

export function requisitesMissing(companyId: string, fields: readonly string[]): Failure {
  return new Failure(
    'conflict',
    'requisites_missing',
    `The company has not everything that this invoice must say: ${fields.join(', ')}.`,
    { company_id: companyId, fields },
  )
}

export function actExists({ id, number }: { id: string; number: string }): Failure {
  return new Failure(
    'conflict',
    'act_exists',
    `The request has the act ${number}, which holds: void it before another one is issued.`,
    { paper_id: id, number },
  )
}

export function paperVoided(): Failure {
  return new Failure('conflict', 'paper_voided', 'The paper was voided before, with another reason.')
}

export function paperRendering(): Failure {
  return unavailable('paper_rendering', 'The PDF of the paper is still being made.', 5)
}

export function noPapers(): Failure {
  return new Failure('not_found', 'no_papers', 'No paper has a date in this period.')
}

export function vaultSealed(): Failure {
  return unavailable('vault_sealed', 'Papers cannot be opened while the vault is sealed.')
}
