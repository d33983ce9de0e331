import RegisterIcon from '@mui/icons-material/MenuBookOutlined'
import type { Feature } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'

export const register: Feature = {
  routes: { '/party-register': lazyPage(() => import('./register-page.tsx')) },
  menu: [
    {
      to: '/party-register',
      name: 'party_register',
      icon: RegisterIcon,
      group: 'administration',
      permission: 'desk:manage',
    },
  ],
}
