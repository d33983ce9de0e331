import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { readOrganization } from '../../../contract/operations/organizations/organizations.ts'
import { call } from '../../api/client.ts'
import { nameOf } from './organization-names.ts'

/** The name of an organization, as a link to its page unless it stands in another link. */
export function OrganizationName({ id, isLink = true }: { id: string; isLink?: boolean }) {
  const { data } = useQuery({
    queryKey: ['organizations', 'getOne', id],
    queryFn: ({ signal }) => call(readOrganization, { params: { organization_id: id }, signal }),
    staleTime: 60_000,
  })
  const name = data ? nameOf(data) : id
  return isLink ? <Link to={`/organizations/${id}/show`}>{name}</Link> : name
}
