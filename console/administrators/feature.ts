import AdministratorsIcon from '@mui/icons-material/AdminPanelSettingsOutlined'
import KeyIcon from '@mui/icons-material/VpnKeyOutlined'
import * as operations from '../../contract/operations/administrators/administrators.ts'
import { type Feature, resource } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'

export const administrators: Feature = {
  resources: {
    administrators: resource({
      param: 'administrator_id',
      list: operations.listAdministrators,
      read: operations.readAdministrator,
      create: operations.createAdministrator,
      update: operations.updateAdministrator,
      pages: { list: lazyPage(() => import('./administrator-list.tsx')) },
    }),
    'api-keys': resource({
      param: 'api_key_id',
      list: operations.listApiKeys,
      create: operations.createApiKey,
      remove: operations.revokeApiKey,
      pages: { list: lazyPage(() => import('./api-key-list.tsx')) },
    }),
  },
  menu: [
    {
      to: '/administrators',
      name: 'administrators',
      icon: AdministratorsIcon,
      group: 'administration',
      permission: 'administrators:manage',
    },
    {
      to: '/api-keys',
      name: 'api_keys',
      icon: KeyIcon,
      group: 'administration',
      permission: 'api_keys:manage',
    },
  ],
  liveUpdates: { administrators: ['administrator'], 'api-keys': ['api_key'] },
}
