import { ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import {
  PolicyPreviewResponse,
  PolicyResponse,
  PreviewPolicyBody,
  UpdatePolicyBody,
} from '../../control/policy.ts'

const tag = {
  name: 'Policy',
  isPreview: true,
  description: 'What sensitive acts need: fresh proofs, other people, limits.',
}

export const readPolicy = operation({
  id: 'readPolicy',
  method: 'GET',
  path: '/v1/policy',
  tag,
  summary: 'Read the policy',
  access: 'approvals:read',
  response: ref(PolicyResponse),
  extension: true,
})

export const updatePolicy = operation({
  id: 'updatePolicy',
  method: 'PUT',
  path: '/v1/policy',
  tag,
  summary: 'Change the policy',
  description:
    'Refused with 422 if the administrators of today cannot satisfy it, or if one person could make a second one (`policy_not_closed`).',
  access: 'policy:change',
  body: ref(UpdatePolicyBody),
  response: ref(PolicyResponse),
  extension: true,
  ifMatch: true,
  acts: [{ name: 'policy.change' }],
})

export const previewPolicy = operation({
  id: 'previewPolicy',
  method: 'POST',
  path: '/v1/policy/preview',
  tag,
  summary: 'Try a policy on the acts of the last 30 days',
  access: 'approvals:read',
  body: ref(PreviewPolicyBody),
  response: ref(PolicyPreviewResponse),
  extension: true,
})
