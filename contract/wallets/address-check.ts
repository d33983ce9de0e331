import { type Static, Type } from 'typebox'
import { field, nullable, oneOf } from '../api/common.ts'
import { networks } from '../money/networks.ts'
import { unpayableKindNames } from './unpayable-addresses.ts'

export const CheckAddressRequest = Type.Object(
  {
    network: field(oneOf(networks), 'The network of the address', 'bitcoin'),
    address: field(
      Type.String({ minLength: 1, maxLength: 255 }),
      'The address to check',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ),
  },
  { $id: 'CheckAddressRequest', additionalProperties: false, description: 'An address to check.' },
)
export type CheckAddressRequest = Static<typeof CheckAddressRequest>

export const CheckAddressResponse = Type.Object(
  {
    network: field(oneOf(networks), 'The network of the request', 'bitcoin'),
    valid: field(Type.Boolean(), 'Whether it is an address of this network', true),
    address: field(
      nullable(Type.String()),
      'The address in its usual spelling, if it is valid',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ),
    kind: field(nullable(Type.String()), 'Kind of address, such as p2wpkh or bounceable', 'p2wpkh'),
    checksum: field(nullable(Type.Boolean()), 'Whether the address contains a checksum', true),
    not_payable: field(
      nullable(oneOf(unpayableKindNames)),
      'What it is, if coins that are sent there are lost, such as `token_contract`',
      null,
    ),
    reason: field(nullable(oneOf(['format', 'checksum', 'other_chain'])), 'Why it is not valid', null),
  },
  { $id: 'CheckAddressResponse', description: 'The result of the check of an address.' },
)
export type CheckAddressResponse = Static<typeof CheckAddressResponse>
