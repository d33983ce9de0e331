import { Failure } from '../../platform/errors.ts'

export function signingStopped(stoppedAt: Date): Failure {
  return new Failure('conflict', 'signing_stopped', 'Somebody has stopped signing.', {
    stopped_at: stoppedAt.toISOString(),
  })
}

export function signingNotStopped(): Failure {
  return new Failure('conflict', 'signing_not_stopped', 'Signing is not stopped.')
}
