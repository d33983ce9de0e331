import { type Static, Type } from 'typebox'
import { maybeActor } from '../api/actor.ts'
import { field, Instant, nullable, oneOf } from '../api/common.ts'
import type { Permission } from '../api/roles.ts'

/** What a new installation needs, in the order in which one does it, and who may do it; null: everybody, for themselves. */
const permissionOfStep = {
  password: null,
  second_factor: null,
  key_copy: 'administrators:manage',
  company: 'desk:manage',
  colleague: 'administrators:manage',
  register: 'desk:manage',
  sanctions: 'desk:manage',
  organization: 'organizations:write',
  policy: 'policy:change',
} as const satisfies Record<string, Permission | null>

export type SetupStep = keyof typeof permissionOfStep
export const setupSteps = Object.keys(permissionOfStep) as SetupStep[]

export const setupStatuses = ['open', 'done', 'dismissed'] as const
export type SetupStatus = (typeof setupStatuses)[number]

export function isPersonal(step: SetupStep): boolean {
  return permissionOfStep[step] === null
}

/** Whether somebody with these permissions does the step, and so is shown it. */
export function isStepOf(permissions: ReadonlySet<string>, step: SetupStep): boolean {
  const permission = permissionOfStep[step]
  return permission === null || permissions.has(permission)
}

const SetupItem = Type.Object({
  step: field(oneOf(setupSteps), 'What to do', 'second_factor'),
  scope: field(
    oneOf(['person', 'installation']),
    '`person`: each for themselves; `installation`: once for all',
    'person',
  ),
  status: field(
    oneOf(setupStatuses),
    '`done` is read from what the service has; `dismissed`: it is not done, and somebody said that it need not be',
    'open',
  ),
  dismissed_at: field(nullable(Instant), 'When it was dismissed; null unless it is `dismissed`', null),
  dismissed_by: maybeActor('Who dismissed it; null unless it is `dismissed`'),
})
export type SetupItem = Static<typeof SetupItem>

export const SetupResponse = Type.Object(
  {
    finished: field(Type.Boolean(), 'Whether nothing is open for the caller', false),
    items: field(Type.Array(SetupItem), 'The steps that the caller may do, in their order'),
  },
  { $id: 'SetupResponse', description: 'What is left to set up.' },
)
export type SetupResponse = Static<typeof SetupResponse>

export const UpdateSetupStepBody = Type.Object(
  { dismissed: field(Type.Boolean(), 'Whether the step need not be done', true) },
  {
    $id: 'UpdateSetupStepBody',
    additionalProperties: false,
    description: 'Dismisses a step, or brings it back.',
  },
)
export type UpdateSetupStepBody = Static<typeof UpdateSetupStepBody>
