import OrganizationsIcon from '@mui/icons-material/ApartmentOutlined'
import { organizationList } from '../../contract/lists/organizations.ts'
import * as operations from '../../contract/operations/organizations/organizations.ts'
import { type Feature, resource } from '../shared/pages/feature.ts'
import { firstPage, lazyPage } from '../shared/pages/lazy-page.ts'

export const organizations: Feature = {
  resources: {
    organizations: resource({
      param: 'organization_id',
      list: organizationList.read,
      hasRowsAhead: true,
      read: operations.readOrganization,
      hasWholeRows: true,
      create: operations.createOrganization,
      update: operations.updateOrganization,
      pages: {
        list: firstPage(() => import('./organization-list.tsx')),
        create: lazyPage(() => import('./organization-create.tsx')),
        edit: lazyPage(() => import('./organization-edit.tsx')),
        show: lazyPage(() => import('./organization-show.tsx')),
      },
    }),
  },
  menu: [
    {
      to: '/organizations',
      name: 'organizations',
      icon: OrganizationsIcon,
      group: 'work',
      permission: 'organizations:read',
    },
  ],
  actions: [{ to: '/organizations/create', name: 'new_organization', permission: 'organizations:write' }],
  liveUpdates: {
    organizations: ['organization', 'document', 'wallets', 'person'],
    'kyb-checklist': ['organization', 'document', 'person', 'screening'],
  },
}
