import { Failure } from '../../../platform/errors.ts'
import type { ChainLineRow } from '../stock/treasury-tables.ts'

export function chainLineNotFound(): Failure {
  return new Failure('not_found', 'chain_line_not_found', 'There is no such transaction of an own wallet.')
}

export function chainLineClosed({ status, match_kind }: ChainLineRow): Failure {
  const detail = 'It is known already what the line is. Take that back first.'
  return new Failure('conflict', 'chain_line_closed', detail, { status, kind: match_kind })
}

export function chainLineTakenBack(at: Date): Failure {
  const detail = 'The node lists the transaction no more: it can only be set aside.'
  return new Failure('conflict', 'chain_line_taken_back', detail, { taken_back_at: at.toISOString() })
}

export function chainMovedBefore(): Failure {
  const detail = 'The coins of the delivery came back with another line already.'
  return new Failure('conflict', 'chain_moved_before', detail)
}

export function chainFeeNotPosted({ status }: ChainLineRow): Failure {
  const detail = 'The line is posted neither as a network fee nor as a move.'
  return new Failure('conflict', 'chain_fee_not_posted', detail, { status })
}
