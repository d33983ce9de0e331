import { Failure } from '../../platform/errors.ts'
import { proofInvalid } from '../../platform/proofs/proven-table.ts'

export function signingStopped(stoppedAt: Date): Failure {
  return new Failure('conflict', 'signing_stopped', 'Somebody has stopped signing.', {
    stopped_at: stoppedAt.toISOString(),
  })
}

/** A stop was removed or changed in the database. */
export function signingUnproven(): Failure {
  return proofInvalid(
    { kind: 'stop' },
    'true',
    'The service did not write that signing is on, so nothing is signed. Somebody starts signing again ("POST /v1/signing/start"), under the policy.',
  )
}

export function signingNotStopped(): Failure {
  return new Failure('conflict', 'signing_not_stopped', 'Signing is not stopped.')
}
