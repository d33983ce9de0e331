import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { ApprovalResponse } from '../../contract/approvals.ts'
import { useNameOf } from '../shared/administrator-names.ts'
import { OrganizationName } from '../shared/organization-name.tsx'
import { placeOf } from './place-of.ts'

/** What the act is done to, by name, with a link; and the organization that it belongs to. */
export function ApprovalSubject({ approval }: { approval: ApprovalResponse }) {
  const { type, organization_id } = approval.subject
  const name = useSubjectName(approval)
  const place = placeOf(approval)
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

function useSubjectName({ subject, content }: ApprovalResponse): string {
  const translate = useTranslate()
  const nameOf = useNameOf()
  const text = (name: string) => (typeof content[name] === 'string' ? content[name] : undefined)
  const generic = translate(`kontor.object_name.${subject.type}`, { _: subject.type })
  switch (subject.type) {
    case 'document':
      return translate(`kontor.document_kind.${text('kind')}`, { _: generic })
    case 'purchase_request':
      return text('number') ?? generic
    case 'administrator':
      // A new administrator is known only by what is asked for.
      return text('name') ?? text('email') ?? (subject.id ? nameOf(subject.id) : generic)
    case 'webhook_endpoint':
      return text('url') ?? generic
    case 'api_key':
      return text('name') ?? generic
    default:
      return generic
  }
}
