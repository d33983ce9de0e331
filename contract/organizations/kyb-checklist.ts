import { type Static, Type } from 'typebox'
import { Doer } from '../api/actor.ts'
import { CurrentVersion, field, Id, Instant, nullable, oneOf } from '../api/common.ts'
import type { Blocker } from '../purchase-requests/purchase-request-rules.ts'
import { documentKinds } from './documents.ts'
import { kybStatuses } from './organizations.ts'

/** What the approval of an organization can require (`KONTOR_KYB_REQUIRES`). */
export const kybRequirements = [
  'documents',
  'uploaded-documents',
  'screening',
  'sanctions-list',
  'ownership',
] as const
export type KybRequirement = (typeof kybRequirements)[number]

/** What an installation requires that sets nothing. */
export const defaultKybRequirements: readonly KybRequirement[] = ['uploaded-documents', 'screening']

/** Which of the two words about documents is in force: for KYB if it requires documents, and for requests in any case. */
export type DocumentRequirement = Extract<KybRequirement, 'documents' | 'uploaded-documents'>

export function documentRequirement(requires: ReadonlySet<KybRequirement>): DocumentRequirement {
  return requires.has('documents') ? 'documents' : 'uploaded-documents'
}

export const KybChecklistResponse = Type.Object(
  {
    organization_id: field(Id, 'The organization'),
    kyb_status: field(oneOf(kybStatuses), 'Its current KYB status', 'in_review'),
    version: CurrentVersion,
    decision: field(
      nullable(Type.Object({ by: Doer, at: field(Instant, 'When') })),
      'Who gave it this KYB status, and when; null if nobody has: it is new, or its details have changed since',
    ),
    can_be_approved: field(
      Type.Boolean(),
      'Whether the status may become `approved` next, and nothing that is required is open',
      false,
    ),
    items: field(
      Type.Array(
        Type.Object({
          requirement: field(oneOf(kybRequirements), 'What is checked', 'uploaded-documents'),
          kind: field(nullable(oneOf(documentKinds)), 'Of documents: the kind of document', 'charter'),
          is_required: field(Type.Boolean(), 'Whether an approval requires it (`KONTOR_KYB_REQUIRES`)', true),
          is_done: field(
            Type.Boolean(),
            'Whether it is in order. It may not be although nothing blocks: without a list, nobody was screened.',
            false,
          ),
          blockers: field(
            Type.Array(Type.Unsafe<Blocker>(Type.Ref('PurchaseRequestBlocker'))),
            'What is not; as in a 409 `approval_blocked`',
          ),
          warnings: field(
            Type.Array(Type.Unsafe<Blocker>(Type.Ref('PurchaseRequestBlocker'))),
            'What is not in order and blocks nothing. A decision keeps it as `kyb_warnings`.',
          ),
        }),
      ),
      'All that can be required: each required kind of document, then screening, sanctions list and ownership',
    ),
  },
  {
    $id: 'KybChecklistResponse',
    description: 'What is in order for the approval of an organization, and what is not.',
  },
)
export type KybChecklistResponse = Static<typeof KybChecklistResponse>
