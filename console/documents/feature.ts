import DocumentsIcon from '@mui/icons-material/DescriptionOutlined'
import { documentList } from '../../contract/lists/documents.ts'
import { type Feature, resource } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'

/** Documents are shown on a tab of their organization, and all of them as a list. */
export const documents: Feature = {
  resources: {
    documents: resource({
      param: 'document_id',
      list: documentList.read,
      pages: { list: lazyPage(() => import('./document-list.tsx')) },
    }),
  },
  menu: [
    {
      to: '/documents',
      name: 'documents',
      icon: DocumentsIcon,
      group: 'work',
      permission: 'documents:read',
    },
  ],
  liveUpdates: { documents: ['document'] },
}
