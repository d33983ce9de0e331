import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { reviewDocument } from '../../contract/operations/organizations/documents.ts'
import type { DocumentResponse, ReviewDocumentRequest } from '../../contract/organizations/documents.ts'
import type { OrganizationResponse } from '../../contract/organizations/organizations.ts'
import { call } from '../api/client.ts'
import { useOfferUndo } from '../shared/answers/undo-offers.ts'

export type Decision = Pick<ReviewDocumentRequest, 'reason_code' | 'comment'> & {
  decision: 'approved' | 'rejected'
}

/** Decides on the version that was looked at, and offers to take it back. Throws what the service refused. */
export function useReview(): (document: DocumentResponse, decision: Decision) => Promise<DocumentResponse> {
  const queryClient = useQueryClient()
  const translate = useTranslate()
  const offerUndo = useOfferUndo()

  async function send(
    { organization_id, kind, version }: DocumentResponse,
    body: Omit<ReviewDocumentRequest, 'version'>,
  ) {
    const key = ['documents', organization_id]
    try {
      const reviewed = await call(reviewDocument, {
        params: { organization_id, kind },
        body: { version, ...body },
      })
      queryClient.setQueryData<DocumentResponse[]>(key, (known) =>
        known?.map((one) => (one.kind === kind ? reviewed : one)),
      )
      void queryClient.invalidateQueries({ queryKey: ['organizations'] })
      return reviewed
    } finally {
      void queryClient.invalidateQueries({ queryKey: ['documents'] })
    }
  }

  return async (document, decision) => {
    const reviewed = await send(document, decision)
    const { organization_id, kind } = document
    const organization = queryClient.getQueryData<OrganizationResponse>([
      'organizations',
      'getOne',
      organization_id,
    ])
    const named = [
      translate(`kontor.document_kind.${kind}`),
      organization?.short_name ?? organization?.full_name,
    ]
      .filter(Boolean)
      .join(' · ')
    offerUndo(translate(`kontor.documents.was_${decision.decision}`, { document: named }), () =>
      send(document, { decision: 'pending' }),
    )
    return reviewed
  }
}
