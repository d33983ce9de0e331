import { ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import { ConfirmFoundingBody, FoundingResponse, ProposeFoundingBody } from '../../control/founding.ts'

const common = {
  tag: {
    name: 'Founding',
    isPreview: true,
    description: 'Once, before the first rule that needs two people: who these people are.',
  },
  response: ref(FoundingResponse),
  extension: true,
} as const

export const readFounding = operation({
  ...common,
  id: 'readFounding',
  method: 'GET',
  path: '/v1/founding',
  summary: 'Read the founders',
  access: 'approvals:read',
})

export const proposeFounding = operation({
  ...common,
  id: 'proposeFounding',
  method: 'POST',
  path: '/v1/founding',
  summary: 'Propose that the people of today declare themselves independent',
  description:
    'Possible once, and only before any rule asks for two people. Everybody who is active and has set a password is a founder, and each of them must confirm.',
  access: 'policy:change',
  body: ref(ProposeFoundingBody),
})

export const confirmFounding = operation({
  ...common,
  id: 'confirmFounding',
  byPeople: true,
  method: 'POST',
  path: '/v1/founding/confirmations',
  summary: 'Confirm as a founder that the named people are independent',
  description:
    'In a session of your own, signed in with a passkey or a one-time code within 15 minutes. Nobody confirms within 24 hours after their account was created or reset, except on the first day of the installation. With the last confirmation the founders count as different people.',
  access: 'approvals:read',
  body: ref(ConfirmFoundingBody),
})

export const withdrawFounding = operation({
  ...common,
  id: 'withdrawFounding',
  byPeople: true,
  method: 'DELETE',
  path: '/v1/founding',
  summary: 'Withdraw the proposal, as an owner or as a founder who objects',
  access: 'approvals:read',
})
