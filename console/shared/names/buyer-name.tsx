import { useQuery } from '@tanstack/react-query'
import { readOrganization } from '../../../contract/operations/organizations/organizations.ts'
import { call } from '../../api/client.ts'

interface Buyer {
  id: string
  organization: { short_name: string | null; inn: string | null }
}

/** The name of the organization of a request or balance. A foreign company may have neither a short name nor an INN. */
export function BuyerName(buyer: Buyer) {
  return useBuyerName(buyer)
}

/** The same as a text. */
export function useBuyerName({ id, organization: { short_name, inn } }: Buyer): string {
  const { data } = useQuery({
    queryKey: ['organizations', 'getOne', id],
    queryFn: ({ signal }) => call(readOrganization, { params: { organization_id: id }, signal }),
    staleTime: 60_000,
    enabled: short_name === null && inn === null,
  })
  return short_name ?? inn ?? data?.full_name ?? '…'
}
