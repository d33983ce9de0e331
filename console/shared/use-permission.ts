import { usePermissions } from 'react-admin'
import type { Permission } from '../../contract/roles.ts'

/** Whether whoever is signed in may do this. While that is not known yet, nothing is offered. */
export function usePermission(permission: Permission): boolean {
  const { permissions } = usePermissions<ReadonlySet<Permission>>()
  return permissions?.has(permission) ?? false
}
