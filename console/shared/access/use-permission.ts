import { usePermissions } from 'react-admin'
import type { Permission } from '../../../contract/api/roles.ts'

/** Whether the current administrator has the permission. False while it is being loaded. */
export function usePermission(permission: Permission): boolean {
  const { permissions } = usePermissions<ReadonlySet<Permission>>()
  return permissions?.has(permission) ?? false
}
