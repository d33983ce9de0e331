import { Badge, Box, type Theme } from '@mui/material'
import { use } from 'react'
import { Menu as AdminMenu, usePermissions, useSidebarState, useTranslate } from 'react-admin'
import type { Permission } from '../../contract/api/roles.ts'
import { type MenuEntry, menuGroups } from '../shared/pages/feature.ts'
import { FeaturesContext } from '../shared/pages/features-context.ts'

/** Shows only the entries that the role may open, and no group without one. */
export function Menu() {
  const { permissions } = usePermissions<ReadonlySet<Permission>>()
  const entries = use(FeaturesContext)
    .flatMap(({ menu = [] }) => menu)
    .filter(({ permission }) => permissions?.has(permission))
  return (
    <AdminMenu
      sx={{
        mt: 1,
        // Denser where a mouse points.
        '& .RaMenuItemLink-root': {
          minHeight: { xs: 44, md: 32 },
          py: { md: 0.25 },
          pr: { md: 1 },
          fontSize: { md: '0.875rem' },
        },
        '& .RaMenuItemLink-icon': { minWidth: { md: 28 } },
        '& .RaMenuItemLink-icon .MuiSvgIcon-root': { fontSize: { md: 20 } },
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
      {menuGroups.flatMap((group) => {
        const items = entries.filter((entry) => entry.group === group)
        if (items.length === 0) return []
        // Not nested: the arrow keys go from one item of the list to the next.
        return [
          <GroupTitle key={group} group={group} />,
          ...items.map((entry) => <Item key={entry.to} {...entry} />),
        ]
      })}
    </AdminMenu>
  )
}

/** A line of the menu that is no item. Only a line is left of it while the menu is folded. */
function GroupTitle({ group }: { group: MenuEntry['group'] }) {
  const translate = useTranslate()
  const [open] = useSidebarState()
  const text = translate(`kontor.menu_group.${group}`)
  return (
    <Box
      component="li"
      role="separator"
      aria-label={text}
      sx={{
        typography: 'overline',
        lineHeight: 1.5,
        color: 'text.secondary',
        whiteSpace: 'nowrap',
        px: 2,
        pt: 2,
        pb: 0.5,
        '&:first-of-type': { pt: 0.5 },
        ...(!open && { p: 0, m: 1, borderTop: 1, borderColor: 'divider', '&:first-of-type': { border: 0 } }),
      }}
    >
      {open && text}
    </Box>
  )
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

/** What waits there is counted beside the name, on the icon while the menu is folded, and said to screen readers. */
function Item({ to, name, icon: Icon, useCount = none }: MenuEntry) {
  const translate = useTranslate()
  const [open] = useSidebarState()
  const count = useCount()
  const text = translate(`kontor.menu.${name}`)
  if (count === 0) return <AdminMenu.Item to={to} primaryText={text} leftIcon={<Icon />} />
  const icon = open ? (
    <Icon />
  ) : (
    <Badge badgeContent={count} color="error" aria-hidden>
      <Icon />
    </Badge>
  )
  const counted = (
    <Box component="span" sx={{ display: 'flex', justifyContent: 'space-between', gap: 0.5 }}>
      <Box component="span" title={text} sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {text}
      </Box>
      {open && (
        <Box component="span" aria-hidden sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {count}
        </Box>
      )}
      <Box component="span" sx={forScreenReaders}>
        {translate(`kontor.menu_waiting.${name}`, { count })}
      </Box>
    </Box>
  )
  return <AdminMenu.Item to={to} primaryText={counted} leftIcon={icon} />
}
