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
    address: nullable(Type.String({ description: 'In its usual spelling, when it is valid' })),
    kind: nullable(Type.String({ description: 'What sort of address it is, e.g. p2wpkh or bounceable' })),
    checksum: nullable(
      Type.Boolean({ description: 'Whether it carried a checksum that caught typing errors' }),
    ),
    reason: nullable(oneOf(['format', 'checksum', 'other_chain'])),
  },
  { $id: 'CheckAddressResponse' },
)
export type CheckAddressResponse = Static<typeof CheckAddressResponse>
