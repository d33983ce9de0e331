import { type DocumentKind, isDocumentKind } from '../../contract/organizations/documents.ts'

/** Where a document is opened: on the tab of its organization. */
export function documentPlace({
  organization_id,
  kind,
}: {
  organization_id: string
  kind: DocumentKind
}): string {
  return `/organizations/${organization_id}/show/documents?open=${kind}`
}

/** The document that an address of the tab opens. */
export function openedKind(search: URLSearchParams): DocumentKind | null {
  const kind = search.get('open') ?? ''
  return isDocumentKind(kind) ? kind : null
}
