import { useQuery } from '@tanstack/react-query'
import { usePermissions, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { Permission } from '../../contract/api/roles.ts'
import type { ApprovalResponse } from '../../contract/control/approvals.ts'
import { readWebhook } from '../../contract/operations/events/webhooks.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { useNameOf } from '../shared/names/administrator-names.ts'
import { OrganizationName } from '../shared/names/organization-name.tsx'
import { placeOf } from './place-of.ts'

/** What the act is done to, by name, with a link; and the organization that it belongs to. */
export function ApprovalSubject({ approval }: { approval: ApprovalResponse }) {
  const { type, organization_id } = approval.subject
  const name = useSubjectName(approval)
  const { permissions } = usePermissions<ReadonlySet<Permission>>()
  const needed = pagePermissions[type]
  const place = !needed || permissions?.has(needed) ? placeOf(approval) : undefined
  if (type === 'organization' && organization_id) return <OrganizationName id={organization_id} />
  return (
    <>
      {place ? <Link to={place}>{name}</Link> : name}
      {organization_id && (
        <>
          {' · '}
          <OrganizationName id={organization_id} />
        </>
      )}
    </>
  )
}

/** Pages that not everybody may open. */
const pagePermissions: Record<string, Permission> = {
  administrator: 'administrators:manage',
  api_key: 'api_keys:manage',
  webhook_endpoint: 'webhooks:manage',
}

/** The address of an endpoint, for those who may read it. */
function useEndpointUrl({ type, id }: ApprovalResponse['subject']): string | undefined {
  const mayRead = usePermission('webhooks:manage')
  const { data } = useQuery({
    queryKey: ['webhooks', 'getOne', id],
    queryFn: ({ signal }) => call(readWebhook, { params: { webhook_id: String(id) }, signal }),
    enabled: mayRead && type === 'webhook_endpoint' && id !== null,
  })
  return data?.url
}

function useSubjectName({ subject, content }: ApprovalResponse): string {
  const translate = useTranslate()
  const nameOf = useNameOf()
  const endpoint = useEndpointUrl(subject)
  const text = (name: string) => (typeof content[name] === 'string' ? content[name] : undefined)
  const generic = translate(`kontor.object_name.${subject.type}`, { _: subject.type })
  switch (subject.type) {
    case 'document':
      return translate(`kontor.document_kind.${text('kind')}`, { _: generic })
    case 'purchase_request':
    case 'payment':
      return text('number') ?? generic
    case 'administrator':
      // A new administrator is known only by what is asked for.
      return text('name') ?? text('email') ?? (subject.id ? nameOf(subject.id) : generic)
    case 'webhook_endpoint':
      return text('url') ?? endpoint ?? generic
    case 'api_key':
      return text('name') ?? generic
    case 'statement':
      return text('file_name') ?? generic
    case 'statement_line':
    case 'chain_line':
      return text('reference') ?? generic
    default:
      return generic
  }
}
