import type { QueryClient } from '@tanstack/react-query'
import type { StatementLineResponse } from '../../../contract/books/statements.ts'
import { readOrganization } from '../../../contract/operations/organizations/organizations.ts'
import { readPurchaseRequest } from '../../../contract/operations/purchase-requests/purchase-requests.ts'
import { call } from '../../api/client.ts'
import { type Candidate, type Deviation, deviationsOf, foreignPayer } from './candidates.ts'

/** A part of a line: for a request, or kept as a credit of an organization. */
export type Part = { amount: string } & ({ candidate: Candidate } | { organizationId: string })

/** What a person has to confirm before a line is matched with these parts, by the requests as they are now. */
export async function findDeviations(
  queryClient: QueryClient,
  line: StatementLineResponse,
  parts: readonly Part[],
): Promise<Deviation[]> {
  const found = await Promise.all(
    parts.map(async (part) => {
      if ('organizationId' in part) {
        const organization = await queryClient.fetchQuery({
          queryKey: ['organizations', 'getOne', part.organizationId],
          queryFn: () => call(readOrganization, { params: { organization_id: part.organizationId } }),
        })
        return foreignPayer(line, organization.inn)
      }
      const { request_id, payment_id } = part.candidate
      const request = await queryClient.fetchQuery({
        queryKey: ['purchase-requests', 'getOne', request_id],
        queryFn: () => call(readPurchaseRequest, { params: { request_id } }),
        staleTime: 0,
      })
      return deviationsOf(line, { amount: part.amount, payment_id }, request)
    }),
  )
  // Several parts have the same payer.
  return [...new Map(found.flat().map((one) => [JSON.stringify(one), one])).values()]
}
