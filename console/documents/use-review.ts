import { useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import type { DocumentResponse, ReviewDocumentRequest } from '../../contract/documents.ts'
import { reviewDocument } from '../../contract/operations/documents.ts'
import { call } from '../api/client.ts'

export type Decision = Pick<ReviewDocumentRequest, 'decision' | 'reason_code' | 'comment'>

/** Decides on the version that was looked at. Throws what the service refused. */
export function useReview(): (document: DocumentResponse, decision: Decision) => Promise<DocumentResponse> {
  const queryClient = useQueryClient()
  const notify = useNotify()
  return async (document, decision) => {
    const { organization_id, kind, version } = document
    const key = ['documents', organization_id]
    try {
      const reviewed = await call(reviewDocument, {
        params: { organization_id, kind },
        body: { version, ...decision },
      })
      queryClient.setQueryData<DocumentResponse[]>(key, (known) =>
        known?.map((one) => (one.kind === kind ? reviewed : one)),
      )
      notify(`kontor.documents.${decision.decision}`, { type: 'success' })
      void queryClient.invalidateQueries({ queryKey: ['organizations'] })
      return reviewed
    } finally {
      void queryClient.invalidateQueries({ queryKey: key })
    }
  }
}
