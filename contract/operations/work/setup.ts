import { Type } from 'typebox'
import { field, ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import { SetupResponse, UpdateSetupStepBody } from '../../work/setup.ts'

const tag = {
  name: 'Set-up',
  nouns: ['Setup'],
  isPreview: true,
  description: 'What a new installation, and each person in it, should do first.',
}

export const readSetup = operation({
  id: 'readSetup',
  method: 'GET',
  path: '/v1/setup',
  tag,
  summary: 'Read what is left to set up',
  description:
    'The steps that the caller may do: those of their own account, and those of the installation that their role allows. ' +
    'Whoever signs in with an identity provider has neither a password nor a second factor here.',
  access: 'session',
  extension: true,
  response: ref(SetupResponse),
})

export const updateSetupStep = operation({
  id: 'updateSetupStep',
  method: 'PUT',
  path: '/v1/setup/{step}',
  tag,
  summary: 'Dismiss a step of the set-up, or bring it back',
  description:
    'A step of `person` for the caller, one of `installation` for all. What is done later is `done` all the same.',
  access: 'session',
  extension: true,
  params: Type.Object({ step: field(Type.String(), 'The step', 'policy') }),
  body: ref(UpdateSetupStepBody),
  response: ref(SetupResponse),
})
