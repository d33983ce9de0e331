import StatementsIcon from '@mui/icons-material/AccountBalanceOutlined'
import { announcedLineList } from '../../contract/lists/announced-lines.ts'
import * as operations from '../../contract/operations/books/statements.ts'
import { type Feature, resource } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'
import { useWaitingCount } from './line-queries.ts'

export const statements: Feature = {
  resources: {
    statements: resource({
      param: 'statement_id',
      list: operations.listStatements,
      read: operations.readStatement,
      hasWholeRows: true,
      pages: {
        list: lazyPage(() => import('./statement-list.tsx')),
        show: lazyPage(() => import('./statement-show.tsx')),
      },
    }),
    'announced-lines': resource({
      param: 'line_id',
      list: announcedLineList.read,
      pages: { list: lazyPage(() => import('./announced-page.tsx')) },
    }),
  },
  routes: { '/statement-lines': lazyPage(() => import('./lines-page.tsx')) },
  menu: [
    {
      to: '/statements',
      name: 'statements',
      icon: StatementsIcon,
      group: 'money',
      permission: 'requests:read',
      useCount: useWaitingCount,
    },
  ],
  liveUpdates: {
    statements: ['statement', 'statement_line'],
    // What is suggested for a line depends on the requests.
    // A statement books what was announced.
    'announced-lines': ['statement', 'purchase_request'],
    'statement-lines': ['statement', 'statement_line', 'purchase_request', 'posting_rule'],
  },
}
