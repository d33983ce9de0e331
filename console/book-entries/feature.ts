import EntriesIcon from '@mui/icons-material/PostAddOutlined'
import { entryList } from '../../contract/lists/book-entries.ts'
import { type Feature, resource } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'

export const bookEntries: Feature = {
  resources: {
    'book-entries': resource({
      param: 'entry_id',
      list: entryList.read,
      pages: { list: lazyPage(() => import('./entry-list.tsx')) },
    }),
  },
  menu: [
    {
      to: '/book-entries',
      name: 'book_entries',
      icon: EntriesIcon,
      group: 'books',
      permission: 'requests:read',
    },
  ],
  liveUpdates: { 'book-entries': ['book_entry'] },
}
