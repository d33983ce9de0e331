import { Failure } from '../errors.ts'

/** A sealed vault tries to open itself this often. */
export const retryMilliseconds = 5_000

export function vaultSealed(): Failure {
  return new Failure('unavailable', 'vault_sealed', 'The vault is sealed: its key is missing.', {
    retry_after: retryMilliseconds / 1_000,
  })
}
