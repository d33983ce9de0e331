import { type Static, Type } from 'typebox'
import { field, Id, Instant, nullable, oneOf } from '../api/common.ts'

/** What to do when an account is not counted as a person of its own, or too few people are. */
export const waysOut = ['founding', 'confirm', 'link', 'wait', 'create'] as const
export type WayOut = (typeof waysOut)[number]

/** What somebody did to an account, so that it counts as theirs until somebody independent confirms it. */
export const lineageActs = ['created', 'promoted', 'enabled', 'reset'] as const
export type LineageAct = (typeof lineageActs)[number]

/** Somebody, by id and name. */
export const NamedPerson = Type.Object({
  id: field(Id, 'The id of the administrator'),
  name: field(Type.String(), 'The name of the administrator', 'Anna Petrova'),
})
export type NamedPerson = Static<typeof NamedPerson>

const countsAs = field(Type.Array(NamedPerson), 'The people whom the account counts as')
const command = field(
  nullable(Type.String()),
  'The command with which somebody on the machine confirms that the account belongs to a person of its own; only owners see it',
  'npx kontor admin confirm anna@example.com',
)

/** An account that counts as somebody else. */
export const DependentPerson = Type.Object({ ...NamedPerson.properties, counts_as: countsAs, command })
export type DependentPerson = Static<typeof DependentPerson>

/** Whether an account counts as a person of its own. */
export const Independence = Type.Object({
  independent: field(
    Type.Boolean(),
    'Whether the account counts as a person of its own, where a rule asks for two',
    true,
  ),
  because: field(
    Type.Array(
      Type.Object({
        act: field(oneOf(lineageActs), 'What was done to the account', 'created'),
        by: field(NamedPerson, 'Who did it'),
        at: field(Instant, 'When'),
      }),
    ),
    'What was done to the account and nobody independent has confirmed yet',
    [],
  ),
  counts_as: field(Type.Array(NamedPerson), 'The people whom the account counts as until then', []),
  way_out: field(
    nullable(oneOf(['founding', 'confirm', 'link'])),
    '`founding`: the people of today can declare themselves independent; `link`: the person sets the password with both halves of the link; `confirm`: somebody runs the command on the machine; null if it is independent',
    null,
  ),
  command: field(nullable(Type.String()), 'The command of `confirm`; null if it is independent', null),
})
export type Independence = Static<typeof Independence>
