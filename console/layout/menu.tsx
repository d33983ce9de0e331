import AdministratorsIcon from '@mui/icons-material/AdminPanelSettingsOutlined'
import OrganizationsIcon from '@mui/icons-material/ApartmentOutlined'
import AuditIcon from '@mui/icons-material/HistoryOutlined'
import SecretsIcon from '@mui/icons-material/LockOpenOutlined'
import RequestsIcon from '@mui/icons-material/RequestQuoteOutlined'
import OverviewIcon from '@mui/icons-material/SpaceDashboardOutlined'
import KeyIcon from '@mui/icons-material/VpnKeyOutlined'
import WebhookIcon from '@mui/icons-material/WebhookOutlined'
import type { ReactElement } from 'react'
import { Menu as AdminMenu, useTranslate } from 'react-admin'
import type { Permission } from '../../contract/roles.ts'
import { usePermission } from '../shared/use-permission.ts'

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
      <Item to="/" name="overview" icon={<OverviewIcon />} needs="requests:read" />
      <Item
        to="/organizations"
        name="organizations"
        icon={<OrganizationsIcon />}
        needs="organizations:read"
      />
      <Item to="/purchase-requests" name="requests" icon={<RequestsIcon />} needs="requests:read" />
      <Item to="/secret-approvals" name="approvals" icon={<SecretsIcon />} needs="secrets:read" />
      <Item to="/audit-events" name="audit" icon={<AuditIcon />} needs="audit:read" />
      <Item
        to="/administrators"
        name="administrators"
        icon={<AdministratorsIcon />}
        needs="administrators:manage"
      />
      <Item to="/api-keys" name="api_keys" icon={<KeyIcon />} needs="api_keys:manage" />
      <Item to="/webhooks" name="webhooks" icon={<WebhookIcon />} needs="webhooks:manage" />
    </AdminMenu>
  )
}

/** Shows only the entries that the role may open. */
function Item({
  to,
  name,
  icon,
  needs,
}: {
  to: string
  name: string
  icon: ReactElement
  needs: Permission
}) {
  const translate = useTranslate()
  const allowed = usePermission(needs)
  if (!allowed) return null
  return <AdminMenu.Item to={to} primaryText={translate(`kontor.menu.${name}`)} leftIcon={icon} />
}
