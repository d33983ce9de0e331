import type { Theme } from '@mui/material'
import { use } from 'react'
import { Menu as AdminMenu, useTranslate } from 'react-admin'
import type { MenuEntry } from '../shared/feature.ts'
import { usePermission } from '../shared/use-permission.ts'
import { FeaturesContext } from './features-context.ts'

export function Menu() {
  const entries = use(FeaturesContext).flatMap(({ menu = [] }) => menu)
  return (
    <AdminMenu
      sx={{
        mt: 1,
        '& .RaMenuItemLink-active': {
          bgcolor: 'action.selected',
          color: 'primary.main',
          boxShadow: ({ palette }: Theme) => `inset 3px 0 ${palette.primary.main}`,
          '& .RaMenuItemLink-icon': { color: 'primary.main' },
        },
        // Focus is a frame, selection is a fill.
        '& .RaMenuItemLink-root.Mui-focusVisible': {
          outline: 2,
          outlineColor: 'primary.main',
          outlineOffset: -2,
          '&:not(.RaMenuItemLink-active)': { bgcolor: 'transparent' },
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
