import InboxIcon from '@mui/icons-material/NotificationsOutlined'
import { Badge, IconButton } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { useUnread } from './inbox-queries.ts'

/** The inbox in the app bar, with the number of unread notices. It is kept up to date by events. */
export function InboxButton() {
  const translate = useTranslate()
  const unread = useUnread()
  const name = unread === 0 ? 'kontor.inbox.open' : 'kontor.inbox.open_unread'
  return (
    <IconButton
      component={Link}
      to="/inbox"
      color="inherit"
      aria-label={translate(name, { smart_count: unread })}
      sx={{ color: 'text.secondary', ml: 0.5 }}
    >
      <Badge badgeContent={unread === 0 ? null : unread} color="error" max={99} aria-hidden>
        <InboxIcon />
      </Badge>
    </IconButton>
  )
}
