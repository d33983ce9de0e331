import { Typography } from '@mui/material'
import { AppBar as AdminAppBar } from 'react-admin'
import { InboxButton } from '../inbox/inbox-button.tsx'
import { Mark } from '../shared/pages/mark.tsx'
import { SearchButton } from './search-button.tsx'
import { UserMenu } from './user-menu.tsx'

export function AppBar() {
  return (
    <AdminAppBar
      userMenu={<UserMenu />}
      toolbar={<span />}
      sx={{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper', color: 'text.primary' }}
    >
      <Mark />
      <Typography component="span" sx={{ fontWeight: 700, fontSize: '1.0625rem', ml: 1, flex: 1 }}>
        Kontor
      </Typography>
      <SearchButton />
      <InboxButton />
    </AdminAppBar>
  )
}
