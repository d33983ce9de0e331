import { useLocale, useTranslate } from 'react-admin'
import { type Permission, permissionsOf, roles } from '../../../contract/api/roles.ts'

/** Names the roles that have a permission: `Owner or Compliance officer`. */
export function useRolesWith(): (permission: Permission) => string {
  const translate = useTranslate()
  const list = new Intl.ListFormat(useLocale(), { type: 'disjunction' })
  return (permission) =>
    list.format(
      roles
        .filter((role) => permissionsOf(role).has(permission))
        .map((role) => translate(`kontor.roles.${role}`)),
    )
}
