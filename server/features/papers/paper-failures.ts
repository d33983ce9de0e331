import { type PaperKind, paperStatuses } from '../../../contract/papers.ts'
import type { PurchaseRequestStatus } from '../../../contract/purchase-request-rules.ts'
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

export function paperVoided(): Failure {
  return new Failure('conflict', 'paper_voided', 'The paper was voided before, with another reason.')
}

export function paperRendering(): Failure {
  return unavailable('paper_rendering', 'The PDF of the paper is still being made.', 5)
}

export function vaultSealed(): Failure {
  return unavailable('vault_sealed', 'Papers cannot be opened while the vault is sealed.')
}
