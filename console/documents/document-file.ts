import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { listDocuments } from '../../contract/operations/organizations/documents.ts'
import { readOrganization } from '../../contract/operations/organizations/organizations.ts'
import type { DocumentKind, DocumentResponse } from '../../contract/organizations/documents.ts'
import { call, download } from '../api/client.ts'

/** Which type a file has, and where it is. */
export type ShownFile = Pick<DocumentResponse, 'id' | 'version' | 'download_url' | 'file'>

export function isImage({ file }: ShownFile): boolean {
  return file.content_type.startsWith('image/')
}

export function canShow(document: ShownFile): boolean {
  return isImage(document) || document.file.content_type === 'application/pdf'
}

/** The bytes of a version never change. Kept for a minute, so that going back and forth asks for nothing. */
export function fileOf({ id, download_url, file }: ShownFile) {
  return queryOptions({
    queryKey: ['document-file', id],
    queryFn: async ({ signal }) => {
      const response = await download(download_url ?? '', signal)
      return new Blob([await response.blob()], { type: file.content_type })
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}

export function documentsOf(organizationId: string) {
  return queryOptions({
    queryKey: ['documents', organizationId],
    queryFn: ({ signal }) => call(listDocuments, { params: { organization_id: organizationId }, signal }),
  })
}

export function organizationOf(id: string) {
  return queryOptions({
    queryKey: ['organizations', 'getOne', id],
    queryFn: ({ signal }) => call(readOrganization, { params: { organization_id: id }, signal }),
  })
}

const knownForMs = 30_000

/** Loads the next document and its file while this one is looked at. */
export function usePrefetchDocument(): (next: {
  organization_id: string | null
  kind: string | null
}) => void {
  const queryClient = useQueryClient()
  return useCallback(
    ({ organization_id: id, kind }) => {
      // What cannot be loaded ahead is loaded when it is opened, and says then why not.
      if (id && kind) void prefetch(queryClient, id, kind as DocumentKind).catch(() => undefined)
    },
    [queryClient],
  )
}

async function prefetch(queryClient: QueryClient, id: string, kind: DocumentKind): Promise<void> {
  void queryClient.prefetchQuery({ ...organizationOf(id), staleTime: knownForMs })
  const documents = await queryClient.fetchQuery({ ...documentsOf(id), staleTime: knownForMs })
  const next = documents.find((one) => one.kind === kind)
  if (next?.download_url && canShow(next)) await queryClient.prefetchQuery(fileOf(next))
}
