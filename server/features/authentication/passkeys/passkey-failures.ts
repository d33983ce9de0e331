import { Failure } from '../../../platform/errors.ts'

/** What was wrong. `counter` means that the authenticator has probably been copied. */
export type PasskeyFault = 'challenge' | 'unknown' | 'counter' | 'signature' | 'registration'

export function passkeyInvalid(reason: PasskeyFault): Failure {
  return new Failure('unauthorized', 'passkey_invalid', 'The passkey could not be verified.', { reason })
}

/** Of nobody, or of somebody who cannot sign in. */
export function isUnknownPasskey(error: unknown): error is Failure {
  return error instanceof Failure && error.code === 'passkey_invalid' && error.context?.reason === 'unknown'
}

export function passkeyRequired(): Failure {
  return new Failure('unauthorized', 'passkey_required', 'A passkey is required.')
}

export function passkeyNotFound(): Failure {
  return new Failure('not_found', 'passkey_not_found', 'There is no such passkey.')
}

export function lastSecondFactor(): Failure {
  return new Failure(
    'conflict',
    'last_second_factor',
    'Your role needs a second factor: add another one before you remove the last.',
  )
}
