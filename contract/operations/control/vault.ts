import { ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import { VaultResponse } from '../../control/vault.ts'

const tag = {
  name: 'Vault',
  description: 'The state of the vault, which encrypts secrets and documents.',
}

export const readVault = operation({
  id: 'readVault',
  method: 'GET',
  path: '/v1/vault',
  tag,
  summary: 'Read the state of the vault',
  description: 'Whether it is open, its slots, and whether a drill has proved that a second slot opens it.',
  access: 'administrators:manage',
  response: ref(VaultResponse),
  extension: true,
})
