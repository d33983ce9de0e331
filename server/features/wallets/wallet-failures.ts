import { Failure } from '../../platform/errors.ts'

export function walletsNotCreated(): Failure {
  return new Failure('not_found', 'wallets_not_created', 'The organization has no wallets yet.')
}

export function generationNotFound(): Failure {
  return new Failure(
    'not_found',
    'wallet_generation_not_found',
    'The organization has no such generation of wallets.',
  )
}

export function alreadyReplaced(generation: number): Failure {
  return new Failure(
    'conflict',
    'wallets_replaced',
    'Somebody else has replaced the wallets of the organization meanwhile.',
    { generation },
  )
}
