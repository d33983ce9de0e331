import { ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import { SigningResponse, StopSigningBody } from '../../wallets/transfers.ts'

const tag = { name: 'Signing', isPreview: true, description: 'The emergency stop of all signatures.' }

export const readSigning = operation({
  id: 'readSigning',
  method: 'GET',
  path: '/v1/signing',
  tag,
  summary: 'Read whether transactions are signed',
  access: 'wallets:read',
  response: ref(SigningResponse),
  extension: true,
})

export const stopSigning = operation({
  id: 'stopSigning',
  method: 'POST',
  path: '/v1/signing/stop',
  tag,
  summary: 'Stop signing at once, on all nodes',
  description:
    'Everybody who can sign in may do this, and nobody has to approve it. Stopping again changes nothing.',
  access: 'session',
  whileEnrolling: true,
  whileSealed: true,
  body: ref(StopSigningBody),
  bodyMayBeAbsent: true,
  response: ref(SigningResponse),
  extension: true,
})

export const startSigning = operation({
  id: 'startSigning',
  method: 'POST',
  path: '/v1/signing/start',
  tag,
  summary: 'Start signing again',
  access: 'transfers:manage',
  response: ref(SigningResponse),
  acts: [{ name: 'signing.start' }],
  extension: true,
})
