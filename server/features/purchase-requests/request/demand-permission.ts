import type { Permission } from '../../../../contract/api/roles.ts'
import { type Actor, permissionMissing } from '../../../platform/actor.ts'

/** For what the body of a request asks for beyond the permission that its operation needs. */
export function demandPermission(actor: Actor, permission: Permission): void {
  if (actor.permissions.has(permission)) return
  throw permissionMissing(actor, permission)
}
