import OrganizationsIcon from '@mui/icons-material/ApartmentOutlined'
import { lazy } from 'react'
import * as operations from '../../contract/operations/organizations.ts'
import { type Feature, resource } from '../shared/feature.ts'

export const organizations: Feature = {
  resources: {
    organizations: resource({
      param: 'organization_id',
      list: operations.listOrganizations,
      read: operations.readOrganization,
      create: operations.createOrganization,
      update: operations.updateOrganization,
      pages: {
        list: lazy(() => import('./organization-list.tsx')),
        create: lazy(() => import('./organization-create.tsx')),
        edit: lazy(() => import('./organization-edit.tsx')),
        show: lazy(() => import('./organization-show.tsx')),
      },
    }),
  },
  menu: [
    {
      to: '/organizations',
      name: 'organizations',
      icon: OrganizationsIcon,
      permission: 'organizations:read',
    },
  ],
  liveUpdates: { organizations: ['organization', 'document', 'wallets'] },
}
