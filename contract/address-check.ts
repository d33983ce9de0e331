import { type Static, Type } from 'typebox'
import { nullable, oneOf } from './common.ts'
import { networks } from './networks.ts'

export const CheckAddressRequest = Type.Object(
  { network: oneOf(networks), address: Type.String({ minLength: 1, maxLength: 255 }) },
  { $id: 'CheckAddressRequest', additionalProperties: false },
)
export type CheckAddressRequest = Static<typeof CheckAddressRequest>

export const CheckAddressResponse = Type.Object(
  {
    network: oneOf(networks),
    valid: Type.Boolean(),
    address: nullable(Type.String({ description: 'The address in its usual spelling, if it is valid' })),
    kind: nullable(Type.String({ description: 'Kind of address, such as p2wpkh or bounceable' })),
    checksum: nullable(Type.Boolean({ description: 'Whether the address contains a checksum' })),
    reason: nullable(oneOf(['format', 'checksum', 'other_chain'])),
  },
  { $id: 'CheckAddressResponse' },
)
export type CheckAddressResponse = Static<typeof CheckAddressResponse>
