import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { readOrganization } from '../../../contract/operations/organizations/organizations.ts'
import { call } from '../../api/client.ts'
import { nameOf } from './organization-names.ts'

/** The name of an organization, as a link to its page. */
export function OrganizationName({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: ['organizations', 'getOne', id],
    queryFn: ({ signal }) => call(readOrganization, { params: { organization_id: id }, signal }),
    staleTime: 60_000,
  })
  return <Link to={`/organizations/${id}/show`}>{data ? nameOf(data) : id}</Link>
}
