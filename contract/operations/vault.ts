import { ref } from '../common.ts'
import { operation } from '../operation.ts'
import { VaultResponse } from '../vault.ts'

const tag = {
  name: 'Vault',
  description: 'The state of the vault, which seals secrets and documents.',
}

export const readVault = operation({
  id: 'readVault',
  method: 'GET',
  path: '/v1/vault',
  tag,
  summary: 'Read the state of the vault',
  description:
    'Whether it is open, which slots it has, and whether a drill proved that a second one opens it.',
  access: 'administrators:manage',
  response: ref(VaultResponse),
  extension: true,
})
