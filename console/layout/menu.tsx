import { Menu as AdminMenu, useTranslate } from 'react-admin'
import type { MenuEntry } from '../feature.ts'
import { features } from '../features.ts'
import { usePermission } from '../shared/use-permission.ts'

const entries = features.flatMap(({ menu = [] }) => menu)

export function Menu() {
  return (
    <AdminMenu
      sx={{
        mt: 1,
        '& .RaMenuItemLink-active': {
          bgcolor: 'action.selected',
          color: 'primary.main',
          '& .RaMenuItemLink-icon': { color: 'primary.main' },
        },
      }}
    >
      {entries.map((entry) => (
        <Item key={entry.to} {...entry} />
      ))}
    </AdminMenu>
  )
}

/** Shows only the entries that the role may open. */
function Item({ to, name, icon: Icon, permission }: MenuEntry) {
  const translate = useTranslate()
  const allowed = usePermission(permission)
  if (!allowed) return null
  return <AdminMenu.Item to={to} primaryText={translate(`kontor.menu.${name}`)} leftIcon={<Icon />} />
}
