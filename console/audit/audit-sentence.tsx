import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { useLocale, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { AuditEventResponse } from '../../contract/events/audit.ts'
import { findList } from '../../contract/lists/all.ts'
import { readPurchaseRequest } from '../../contract/operations/purchase-requests/purchase-requests.ts'
import type { Language } from '../../contract/words/languages.ts'
import { call } from '../api/client.ts'
import { useActionText } from '../shared/names/action-text.ts'
import { useAdministratorNames, useDoerName, useNameOf } from '../shared/names/administrator-names.ts'
import { OrganizationName } from '../shared/names/organization-name.tsx'

type Row = AuditEventResponse
type Translate = ReturnType<typeof useTranslate>

/** A row of the audit log as one sentence, with links to what it is about. */
export function AuditSentence({ row }: { row: Row }) {
  const translate = useTranslate()
  const locale = useLocale() as Language
  const actionText = useActionText()
  const doerName = useDoerName()
  const nameOf = useNameOf()
  const names = useAdministratorNames()
  const actor = claimed(row)
  const who = actor.kind === 'administrator' ? doerName(actor) : capitalized(doerName(actor))
  const { details, object, organization_id: organizationId } = row
  const text = (name: string) => (typeof details[name] === 'string' ? (details[name] as string) : '')
  const administrator = object?.type === 'administrator' ? object.id : text('administrator_id')

  const values: Record<string, ReactNode> = {
    who: <strong>{who}</strong>,
    organization: organizationId ? <OrganizationName id={organizationId} /> : '—',
    request: object && <RequestNumber id={object.id} known={text('number')} />,
    person: names.find(({ id }) => id === administrator)?.name ?? (text('email') || '—'),
    document: translate(`kontor.document_kind.${text('kind')}`, { _: text('kind') }),
    version: String(details.version ?? '—'),
    from: statusText(row, 'from', translate),
    to: statusText(row, 'to', translate),
    assignee: text('assignee_id') && nameOf(text('assignee_id')),
    list: findList(details.list)?.title[locale] ?? (text('list') || '—'),
    format: text('format').toUpperCase(),
    name: text('name'),
    act: translate(`kontor.act_name.${text('act')}`, { _: text('act') }),
    paper: translate(`kontor.paper_kind.${text('kind')}`, { _: text('kind') }),
    number: text('number'),
  }
  if (row.outcome !== 'success' && row.action !== 'access.denied') {
    return (
      <>
        {values.who}: {actionText(row)}
        {organizationId && <> ({values.organization})</>}
      </>
    )
  }
  const key = variantOf(row) ?? `kontor.sentence.${row.action}`
  const reason = reasonOf(row, translate)
  return (
    <>
      {filledIn(translate(key, { _: `%{who}: ${actionText(row)}`, ...marks(values) }), values)}
      {reason && `: ${reason}`}
    </>
  )
}

/** Of a failed sign-in, the account that somebody tried is known, but not who it was. */
function claimed({ actor, object }: Row): Row['actor'] {
  const isClaim = actor.kind === 'anonymous' && object?.type === 'administrator'
  return isClaim ? { kind: 'administrator', id: object.id, name: actor.name } : actor
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Where what was decided changes the verb. */
function variantOf({ action, details }: Row): string | undefined {
  if (action === 'document.reviewed') return `kontor.sentence_of.reviewed.${details.decision}`
  if (action === 'purchase_request.assigned' && details.assignee_id === null)
    return 'kontor.sentence_of.assigned.nobody'
  return undefined
}

/** The tables of texts for the statuses that a sentence names. */
const statusTables: Readonly<Record<string, string>> = {
  'purchase_request.status_changed': 'request_status',
  'organization.kyb_decided': 'kyb_status',
  'screening.hit_decided': 'hit_status',
}

function statusText({ action, details }: Row, side: 'from' | 'to', translate: Translate): string {
  const table = statusTables[action]
  const status = details[side] ?? (action === 'screening.hit_decided' ? details.status : undefined)
  return table && typeof status === 'string' ? translate(`kontor.${table}.${status}`, { _: status }) : ''
}

/** Why it was done: a code with a text, what somebody wrote, and what a decision lacked. */
function reasonOf({ action, details }: Row, translate: Translate): string {
  const table =
    action === 'access.denied'
      ? 'errors'
      : action.startsWith('document.')
        ? 'rejection_reason'
        : 'request_reason'
  const code = action === 'access.denied' ? details.reason : details.reason_code
  const named = typeof code === 'string' ? translate(`kontor.${table}.${code}`, { _: '' }) : ''
  const written = [action === 'access.denied' ? '' : details.reason, details.comment].filter(
    (text) => typeof text === 'string' && text !== '',
  )
  const warnings = Array.isArray(details.warnings) ? details.warnings : []
  const lacked = warnings.map((code) => translate(`kontor.kyb_warning.${code}`, { _: String(code) }))
  return [named, ...written, ...lacked].filter(Boolean).join(': ')
}

const mark = '\u0000'

function marks(values: Record<string, ReactNode>): Record<string, string> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, `${mark}${name}${mark}`]))
}

/** Every second part of the text is the name of a value. */
function filledIn(text: string, values: Record<string, ReactNode>): ReactNode {
  return text.split(mark).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
    <Fragment key={index}>{index % 2 === 1 ? values[part] : part}</Fragment>
  ))
}

function RequestNumber({ id, known }: { id: string; known: string }) {
  const { data } = useQuery({
    queryKey: ['purchase-requests', 'getOne', id],
    queryFn: ({ signal }) => call(readPurchaseRequest, { params: { request_id: id }, signal }),
    staleTime: 60_000,
    enabled: known === '',
  })
  return <Link to={`/purchase-requests/${id}/show`}>{known || data?.number || '…'}</Link>
}
