import RatesIcon from '@mui/icons-material/CurrencyExchangeOutlined'
import { rateList } from '../../contract/lists/rates.ts'
import { type Feature, resource } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'

export const rates: Feature = {
  resources: {
    rates: resource({
      param: 'rate_id',
      list: rateList.read,
      pages: { list: lazyPage(() => import('./rate-list.tsx')) },
    }),
  },
  menu: [{ to: '/rates', name: 'rates', icon: RatesIcon, group: 'books', permission: 'requests:read' }],
  liveUpdates: { rates: ['rate', 'rates', 'books'] },
}
