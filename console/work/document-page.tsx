import { use } from 'react'
import { useTranslate } from 'react-admin'
import { useParams } from 'react-router-dom'
import { isDocumentKind } from '../../contract/organizations/documents.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { InPane } from '../shared/pages/in-pane.ts'
import { Page } from '../shared/pages/page.tsx'
import { ReviewedDocument } from './reviewed-document.tsx'

/** One document beside what it is compared with, on a page of its own or beside a list. */
export default function DocumentPage() {
  const translate = useTranslate()
  const { organization_id = '', kind = '' } = useParams()
  const isInPane = use(InPane)
  if (!isDocumentKind(kind)) return <EmptyState title={translate('kontor.errors.document_not_found')} />
  const reviewed = <ReviewedDocument key={`${organization_id} ${kind}`} {...{ organization_id, kind }} />
  return isInPane ? reviewed : <Page title={translate(`kontor.document_kind.${kind}`)}>{reviewed}</Page>
}
