import { type Static, Type } from 'typebox'
import { field, Id, nullable } from './common.ts'
import type { Permission } from './roles.ts'

/** All events, with the permission that is needed to receive them: that to read the object. */
export const eventTypes = {
  'organization.created': 'organizations:read',
  'organization.updated': 'organizations:read',
  'organization.kyb_decided': 'organizations:read',
  'person.created': 'organizations:read',
  'person.updated': 'organizations:read',
  'person.deleted': 'organizations:read',
  'document.uploaded': 'documents:read',
  'document.reviewed': 'documents:read',
  'wallets.created': 'wallets:read',
  'wallets.replaced': 'wallets:read',
  'address.added': 'wallets:read',
  'address.removed': 'wallets:read',
  'transfer.created': 'wallets:read',
  'transfer.signed': 'wallets:read',
  'transfer.sent': 'wallets:read',
  'transfer.confirmed': 'wallets:read',
  'transfer.failed': 'wallets:read',
  'transfer.replaced': 'wallets:read',
  'transfer.cancelled': 'wallets:read',
  'transfer.released': 'wallets:read',
  'signing.stopped': 'wallets:read',
  'signing.started': 'wallets:read',
  'secret.read': 'audit:read',
  'approval.asked': 'approvals:read',
  'approval.approved': 'approvals:read',
  'approval.refused': 'approvals:read',
  'approval.withdrawn': 'approvals:read',
  'approval.used': 'approvals:read',
  'approval.stale': 'approvals:read',
  'policy.changed': 'approvals:read',
  'organization.commented': 'organizations:read',
  'document.commented': 'documents:read',
  'purchase_request.created': 'requests:read',
  'purchase_request.status_changed': 'requests:read',
  'purchase_request.assigned': 'requests:read',
  'purchase_request.commented': 'requests:read',
  'purchase_request.quoted': 'requests:read',
  'purchase_request.corrected': 'requests:read',
  'purchase_request.payment_recorded': 'requests:read',
  'purchase_request.payment_linked': 'requests:read',
  'purchase_request.payer_accepted': 'requests:read',
  'purchase_request.payment_reversed': 'requests:read',
  'purchase_request.refund_recorded': 'requests:read',
  'purchase_request.delivery_recorded': 'requests:read',
  'credit.recorded': 'requests:read',
  'credit.allocated': 'requests:read',
  'credit.linked': 'requests:read',
  'credit.refunded': 'requests:read',
  'statement.imported': 'requests:read',
  'statement_line.matched': 'requests:read',
  'statement_line.set_aside': 'requests:read',
  'statement_line.reopened': 'requests:read',
  'desk_company.created': 'requests:read',
  'desk_company.updated': 'requests:read',
  'paper.issued': 'requests:read',
  'paper.rendered': 'requests:read',
  'paper.voided': 'requests:read',
  'screening.list_published': 'organizations:read',
  'screening.hit_opened': 'organizations:read',
  'screening.hit_decided': 'organizations:read',
  'screening.hit_closed': 'organizations:read',
  'view.created': 'organizations:read',
  'view.updated': 'organizations:read',
  'view.deleted': 'organizations:read',
  'administrator.created': 'administrators:manage',
  'administrator.updated': 'administrators:manage',
  'administrator.disabled': 'administrators:manage',
  'administrator.enabled': 'administrators:manage',
  'administrator.reset': 'administrators:manage',
  'api_key.created': 'api_keys:manage',
  'api_key.revoked': 'api_keys:manage',
} as const satisfies Record<string, Permission>

export type EventType = keyof typeof eventTypes

/** Types that endpoints of release 1.0 may have asked for. They are accepted, and never sent any more. */
export const retiredEventTypes = [
  'secret_approval.requested',
  'secret_approval.granted',
  'secret_approval.refused',
] as const

/** When each event is sent. */
export const eventMeanings: Readonly<Record<EventType, string>> = {
  'organization.created': 'An organization was created',
  'organization.updated': 'Fields of an organization were changed',
  'organization.kyb_decided': 'The KYB status of an organization was decided',
  'person.created': 'A person or a company behind an organization was added',
  'person.updated': 'A person or a company behind an organization was changed',
  'person.deleted': 'A person or a company behind an organization was removed',
  'document.uploaded': 'A version of a document was uploaded',
  'document.reviewed': 'A document was approved or rejected',
  'wallets.created': 'Wallets were created for an organization',
  'wallets.replaced': 'The wallets of an organization were replaced by new ones',
  'address.added': 'An address was added to the address book of an organization',
  'address.removed': 'An address was removed from the address book of an organization',
  'transfer.created': 'A transfer was prepared',
  'transfer.signed': 'A transfer was signed',
  'transfer.sent': 'A signed transfer was given to the network',
  'transfer.confirmed': 'The recipient of a transfer has the amount',
  'transfer.failed': 'The network has not carried out a transfer',
  'transfer.replaced': 'A signed transfer was replaced by another one',
  'transfer.cancelled': 'A transfer that was not signed was cancelled, or nobody had it signed for 30 days',
  'transfer.released': 'A signed transfer was given up',
  'signing.stopped': 'Somebody has stopped the signing of transactions',
  'signing.started': 'Transactions are signed again',
  'secret.read': 'A mnemonic or the secret keys of an organization were read',
  'approval.asked': 'Somebody wants to do what other people must approve',
  'approval.approved': 'Enough people have approved an act',
  'approval.refused': 'An act was refused',
  'approval.withdrawn': 'Who asked for an approval has withdrawn it',
  'approval.used': 'An approved act was done',
  'approval.stale': 'What somebody wants to do has changed since they asked, so that the approval is void',
  'policy.changed': 'The policy was changed',
  'organization.commented': 'Somebody commented on an organization',
  'document.commented': 'Somebody commented on a document',
  'purchase_request.created': 'A purchase request was created',
  'purchase_request.status_changed': 'The status of a purchase request was changed',
  'purchase_request.assigned': 'A purchase request was assigned to an administrator, or to nobody',
  'purchase_request.commented': 'Somebody commented on a purchase request',
  'purchase_request.quoted': 'A new price was quoted for a purchase request',
  'purchase_request.corrected': 'A purchase request was corrected',
  'purchase_request.payment_recorded': 'A payment of a purchase request was recorded',
  'purchase_request.payment_linked': 'A payment of a purchase request was found on a bank statement',
  'purchase_request.payer_accepted': 'A payer who is not the organization was accepted',
  'purchase_request.payment_reversed': 'A payment of a purchase request was reversed',
  'purchase_request.refund_recorded': 'Money of a purchase request was paid back',
  'purchase_request.delivery_recorded': 'Coins were delivered for a purchase request',
  'credit.recorded': 'Money came that belongs to no purchase request yet',
  'credit.allocated': 'Money of a credit was used for a purchase request, or came back from it',
  'credit.linked': 'A credit was found on a bank statement',
  'credit.refunded': 'Money of a credit was paid back',
  'statement.imported': 'A bank statement was imported',
  'statement_line.matched': 'A line of a bank statement was matched with purchase requests or organizations',
  'statement_line.set_aside': 'A line of a bank statement was set aside',
  'statement_line.reopened':
    'A line of a bank statement is new again: taken back, or its payment was reversed',
  'desk_company.created': 'A company of the desk was added',
  'desk_company.updated': 'A company of the desk was changed',
  'paper.issued': 'An invoice or an act was issued',
  'paper.rendered': 'The PDF of an invoice or an act can be downloaded',
  'paper.voided': 'An invoice or an act no longer holds',
  'screening.list_published': 'A sanctions list has changed',
  'screening.hit_opened': 'A party may be on a list: a hit was found, or has opened again',
  'screening.hit_decided': 'A hit was dismissed or confirmed, or a decision was taken back',
  'screening.hit_closed': 'A hit was closed, because the list or the party changed',
  'view.created': 'A view that is shared was saved',
  'view.updated': 'A view that is shared was changed, or is no longer shared',
  'view.deleted': 'A view that was shared was deleted',
  'administrator.created': 'An administrator was created',
  'administrator.updated': 'The name or the role of an administrator was changed',
  'administrator.disabled': 'An administrator was disabled',
  'administrator.enabled': 'An administrator was enabled',
  'administrator.reset': 'The password of an administrator was reset',
  'api_key.created': 'An API key was created',
  'api_key.revoked': 'An API key was revoked',
}

/** The type of the object: the first part of the event type. */
export type EventSubject = EventType | typeof inboxChanged extends `${infer Subject}.${string}`
  ? Subject
  : never

/** A hint for one person: `object_id` names the administrator, and only their own streams get it. No webhook does. */
export const inboxChanged = 'inbox.changed'

/** The permission to receive an event; undefined if it is not sent to clients. */
export function eventPermission(type: string): Permission | undefined {
  return Object.hasOwn(eventTypes, type) ? eventTypes[type as EventType] : undefined
}

/** An event of `GET /v1/events`: which object has changed, but not how. */
export const EventHint = Type.Object(
  {
    type: field(Type.String(), 'What has happened', 'organization.updated'),
    object_type: field(Type.String(), 'The type of the object', 'organization'),
    object_id: field(Id, 'The id of the object'),
    organization_id: field(nullable(Id), 'The organization that the object belongs to'),
  },
  { $id: 'EventHint', description: 'Which object has changed, but not how.' },
)
export type EventHint = Static<typeof EventHint>
