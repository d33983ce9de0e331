import { Failure } from '../../platform/errors.ts'
import type { ManagedBy } from './accounts/administrator-tables.ts'

/**
 * An account of the identity provider has no password, no one-time codes and no role of its own: what would set one is
 * refused.
 */
export function refuseManaged({ managed_by }: { managed_by: ManagedBy | null }): void {
  if (managed_by === null) return
  throw new Failure('conflict', 'account_managed', 'The account is managed by the identity provider.')
}
