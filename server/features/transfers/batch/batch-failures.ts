import { Failure } from '../../../platform/errors.ts'

export function batchNotFound(): Failure {
  return new Failure('not_found', 'transfer_batch_not_found', 'There is no such batch of transfers.')
}

export function batchStatusNotAllowed(status: string): Failure {
  const detail = `The batch is '${status}', which does not allow this.`
  return new Failure('conflict', 'transfer_batch_status', detail, { status })
}

export function transferInBatch(batchId: string): Failure {
  return new Failure('conflict', 'transfer_in_batch', 'The transfer is signed with its batch.', {
    batch_id: batchId,
  })
}

/** One of the transfers keeps the transaction of all of them from being signed. */
export class MemberRefused extends Error {
  readonly transferId: string

  constructor(transferId: string, cause: unknown) {
    super('A transfer of the batch is refused.', { cause })
    this.transferId = transferId
  }
}
