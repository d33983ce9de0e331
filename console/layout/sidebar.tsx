import { type Theme, useMediaQuery } from '@mui/material'
import { Sidebar as AdminSidebar, type SidebarProps, useTranslate } from 'react-admin'

/** On narrow screens the menu is a dialog above the page, so it needs an accessible name. */
export function Sidebar(props: SidebarProps) {
  const translate = useTranslate()
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const named = isNarrow && { slotProps: { paper: { 'aria-label': translate('kontor.menu.navigation') } } }
  return <AdminSidebar {...props} {...named} />
}
