import { type Permission, permissionsOf } from '../../../contract/api/roles.ts'
import { eventPermission } from '../../../contract/events/events.ts'
import type { NoticeKind } from '../../../contract/work/inbox.ts'
import type { Recipient, WaitingEvent } from './inbox-store.ts'

/** What one person is told. */
export interface EventNotice {
  administratorId: string
  kind: NoticeKind
  subject: { type: string; id: string }
  details: Record<string, unknown>
}

/** Who may vote on an approval at this moment. */
export type VotersOf = (approvalId: string) => Promise<readonly string[]>

type Fields = {
  number?: string
  kind?: string
  act?: string
  what?: string
  mentions?: string[]
  assignee_id?: string | null
}

const securityEvents = [
  'secret.read',
  'administrator.reset',
  'policy.changed',
  'signing.stopped',
  'signing.started',
  'audit.verification_failed',
]
const closingEvents = [
  'approval.approved',
  'approval.refused',
  'approval.withdrawn',
  'approval.used',
  'approval.stale',
]

/** After these nobody has to vote any more. */
export function closesApproval({ type }: Pick<WaitingEvent, 'type'>): boolean {
  return closingEvents.includes(type)
}

/**
 * Events that people wait for. The use of an approval, which is part of so many acts, settles only what the last vote has
 * left: it can wait for the next look.
 */
export function wakesInbox(type: string): boolean {
  return (
    securityEvents.includes(type) ||
    (closingEvents.includes(type) && type !== 'approval.used') ||
    /\.(commented|assigned|asked)$|^purchase_request\.created$/.test(type)
  )
}

/** Whom an event concerns. Nobody is told of what they did themselves, but owners of everything that touches security. */
export async function noticesOfEvent(
  event: WaitingEvent,
  people: readonly Recipient[],
  votersOf: VotersOf,
): Promise<EventNotice[]> {
  const permission = eventPermission(event.type)
  const told = await concerned(event, people, votersOf)
  const byId = new Map(people.map((person) => [person.id, person]))
  return told.filter(({ administratorId, kind }) => {
    const person = byId.get(administratorId)
    if (!person || !permission || !mayRead(person, permission)) return false
    return kind === 'security' || administratorId !== event.actor_id
  })
}

async function concerned(
  event: WaitingEvent,
  people: readonly Recipient[],
  votersOf: VotersOf,
): Promise<EventNotice[]> {
  const { type, object_type, object_id } = event
  const data = event.data as unknown as Fields
  const subject = { type: object_type, id: object_id }
  const tell = (kind: NoticeKind, ids: readonly string[], details: Record<string, unknown>): EventNotice[] =>
    ids.map((administratorId) => ({ administratorId, kind, subject, details }))

  if (type.endsWith('.commented')) return tell('mention', data.mentions ?? [], nameOf(event.type, data))
  if (type === 'purchase_request.assigned' || type === 'purchase_request.created')
    return tell('assignment', data.assignee_id ? [data.assignee_id] : [], { number: data.number })
  if (type === 'approval.asked') return tell('approval', await votersOf(object_id), { act: data.act })
  if (securityEvents.includes(type)) {
    const owners = people.filter(({ role }) => role === 'owner').map(({ id }) => id)
    return tell('security', owners, { event: type, ...(data.what !== undefined && { what: data.what }) })
  }
  return []
}

function nameOf(type: string, { number, kind }: Fields): Record<string, unknown> {
  if (type === 'purchase_request.commented') return { number }
  return type === 'document.commented' ? { document: kind } : {}
}

export function mayRead({ role }: Pick<Recipient, 'role'>, permission: Permission): boolean {
  return permissionsOf(role).has(permission)
}
