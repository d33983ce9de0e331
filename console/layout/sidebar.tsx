import { type Theme, useMediaQuery } from '@mui/material'
import { Sidebar as AdminSidebar, type SidebarProps, useTranslate } from 'react-admin'

/** Where there is no room beside the page, the menu lies above it like a dialog, and has a name like one. */
export function Sidebar(props: SidebarProps) {
  const translate = useTranslate()
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const named = isNarrow && { slotProps: { paper: { 'aria-label': translate('kontor.menu.navigation') } } }
  return <AdminSidebar {...props} {...named} />
}
