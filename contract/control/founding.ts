import { type Static, Type } from 'typebox'
import { DependentPerson, NamedPerson } from '../administrators/independence.ts'
import { field, Id, Instant, nullable, oneOf, ref } from '../api/common.ts'
import { roles } from '../api/roles.ts'
import { PolicyRule } from './policy.ts'

/** `open`: nobody has proposed it yet; `closed`: it is too late, because rules ask for two people already. */
export const foundingStates = ['open', 'proposed', 'declared', 'closed'] as const
export type FoundingState = (typeof foundingStates)[number]

/** Why founding is not possible any more. */
export const foundingClosures = ['rules_in_force', 'rules_of_environment', 'rules_before'] as const
export type FoundingClosure = (typeof foundingClosures)[number]

/** What keeps a founder from confirming. */
export const founderObstacles = ['no_second_factor', 'too_new'] as const
export type FounderObstacle = (typeof founderObstacles)[number]

export const confirmedWith = ['passkey', 'one_time_code'] as const
export type ConfirmedWith = (typeof confirmedWith)[number]

const Founder = Type.Object({
  ...NamedPerson.properties,
  email: field(Type.String(), 'The e-mail address, which is the name of the account', 'anna@example.com'),
  role: field(oneOf(roles), 'The role', 'custodian'),
  confirmed_at: field(nullable(Instant), 'When this founder confirmed; null if they have not', null),
  confirmed_with: field(nullable(oneOf(confirmedWith)), 'How the founder proved who they are', null),
  obstacle: field(
    nullable(oneOf(founderObstacles)),
    'What keeps this founder from confirming: no passkey and no one-time codes, or created or reset less than 24 hours ago',
    null,
  ),
  until: field(nullable(Instant), 'With `too_new`: until when', null),
})

const Rules = Type.Array(ref(PolicyRule), { maxItems: 100 })

export const FoundingResponse = Type.Object(
  {
    state: field(
      oneOf(foundingStates),
      '`open`: it can be proposed; `proposed`: founders confirm; `declared`: all have; `closed`: rules ask for two people already',
      'proposed',
    ),
    closed_because: field(
      nullable(oneOf(foundingClosures)),
      'Why it is closed: rules that need two people are in force, come from the environment, or were in force before',
      null,
    ),
    id: field(nullable(Id), 'The id of the founding; null if there is none'),
    founders: field(
      Type.Array(Founder),
      'Who declares themselves independent of each other: everybody who is active, has an account of this service and has set a password. Before it is proposed, who would be.',
    ),
    rules: field(Rules, 'The policy that is to be set afterwards'),
    proposed_by: field(nullable(NamedPerson), 'Who proposed it'),
    proposed_at: field(nullable(Instant), 'When it was proposed'),
    expires_at: field(
      nullable(Instant),
      'Until when all founders must have confirmed',
      '2026-02-07T12:00:00Z',
    ),
    declared_at: field(nullable(Instant), 'When the last founder confirmed; null before', null),
    may_confirm: field(Type.Boolean(), 'Whether the caller is a founder who can confirm now', true),
    dependent: field(
      Type.Array(DependentPerson),
      'Active people whose account counts as somebody else today, because that person made it and nobody independent has confirmed it',
    ),
  },
  {
    $id: 'FoundingResponse',
    description:
      'The declaration of the first people that they are independent of each other. It is declared, not proven: `kontor admin confirm` is stronger.',
  },
)
export type FoundingResponse = Static<typeof FoundingResponse>

export const ProposeFoundingBody = Type.Object(
  {
    rules: field(
      Rules,
      'The policy that is to be set afterwards with `PUT /v1/policy`. At least one rule asks for two people.',
    ),
  },
  {
    $id: 'ProposeFoundingBody',
    additionalProperties: false,
    description: 'What the founders are asked to confirm.',
  },
)
export type ProposeFoundingBody = Static<typeof ProposeFoundingBody>

export const ConfirmFoundingBody = Type.Object(
  { founding_id: field(Id, 'The id of the founding whose names you have read') },
  {
    $id: 'ConfirmFoundingBody',
    additionalProperties: false,
    description: 'That each of the named founders is a person of their own.',
  },
)
export type ConfirmFoundingBody = Static<typeof ConfirmFoundingBody>
