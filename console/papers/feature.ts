import CompaniesIcon from '@mui/icons-material/StoreOutlined'
import * as operations from '../../contract/operations/purchase-requests/papers.ts'
import { type Feature, resource } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'

/** Papers are shown on the page of their request. */
export const papers: Feature = {
  resources: {
    'desk-companies': resource({
      param: 'company_id',
      list: operations.listDeskCompanies,
      read: operations.readDeskCompany,
      hasWholeRows: true,
      create: operations.createDeskCompany,
      update: operations.updateDeskCompany,
      pages: {
        list: lazyPage(() => import('./company-list.tsx')),
        create: lazyPage(() => import('./company-create.tsx')),
        edit: lazyPage(() => import('./company-edit.tsx')),
        show: lazyPage(() => import('./company-show.tsx')),
      },
    }),
  },
  menu: [
    {
      to: '/desk-companies',
      name: 'companies',
      icon: CompaniesIcon,
      group: 'administration',
      permission: 'requests:read',
    },
  ],
  liveUpdates: { papers: ['paper'], 'desk-companies': ['desk_company'] },
}
