import { Badge, Box, type Theme } from '@mui/material'
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
function Item({ permission, ...entry }: MenuEntry) {
  const allowed = usePermission(permission)
  return allowed ? <AllowedItem {...entry} /> : null
}

const none = () => 0

const forScreenReaders = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const

/** What waits there is counted on the icon, and said to screen readers. */
function AllowedItem({ to, name, icon: Icon, useCount = none }: Omit<MenuEntry, 'permission'>) {
  const translate = useTranslate()
  const count = useCount()
  const text = translate(`kontor.menu.${name}`)
  if (count === 0) return <AdminMenu.Item to={to} primaryText={text} leftIcon={<Icon />} />
  const icon = (
    <Badge badgeContent={count} color="error" aria-hidden>
      <Icon />
    </Badge>
  )
  const counted = (
    <>
      {text}
      <Box component="span" sx={forScreenReaders}>
        {translate(`kontor.menu_waiting.${name}`, { count })}
      </Box>
    </>
  )
  return <AdminMenu.Item to={to} primaryText={counted} leftIcon={icon} />
}
