import { Typography } from '@mui/material'
import { AppBar as AdminAppBar, TitlePortal } from 'react-admin'
import { InboxButton } from '../inbox/inbox-button.tsx'
import { SearchButton } from './search-button.tsx'
import { UserMenu } from './user-menu.tsx'

export function AppBar() {
  return (
    <AdminAppBar
      userMenu={<UserMenu />}
      toolbar={<span />}
      sx={{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper', color: 'text.primary' }}
    >
      <Typography component="span" sx={{ fontWeight: 700, letterSpacing: 0.3, mr: 2 }} color="primary">
        Kontor
      </Typography>
      <TitlePortal variant="body1" component="span" color="textSecondary" aria-hidden />
      <SearchButton />
      <InboxButton />
    </AdminAppBar>
  )
}
