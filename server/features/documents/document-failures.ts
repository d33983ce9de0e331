import { Failure, unavailable } from '../../platform/errors.ts'

export function documentNotFound(): Failure {
  return new Failure('not_found', 'document_not_found', 'There is no such document.')
}

export function vaultSealed(): Failure {
  return unavailable('vault_sealed', 'Documents can be neither stored nor opened while the vault is sealed.')
}
