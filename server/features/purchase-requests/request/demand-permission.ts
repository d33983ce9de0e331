import type { Permission } from '../../../../contract/roles.ts'
import type { Actor } from '../../../platform/actor.ts'
import { Failure } from '../../../platform/errors.ts'

/** For what the body of a request asks for beyond the permission that its operation needs. */
export function demandPermission(actor: Actor, permission: Permission): void {
  if (actor.permissions.has(permission)) return
  throw new Failure('forbidden', 'forbidden', 'Your role does not allow this.', { permission })
}
