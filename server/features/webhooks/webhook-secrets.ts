import { randomBytes } from 'node:crypto'
import type { Place } from '../../platform/vault/vault.ts'

/** 256 bits, within the 24 to 64 bytes of the Standard Webhooks specification. */
export function drawSecret(): Buffer {
  return randomBytes(32)
}

export function secretPlace(endpointId: string): Place {
  return { organizationId: null, table: 'webhook_endpoints', record: endpointId, field: 'secret' }
}

export function previousSecretPlace(endpointId: string): Place {
  return { organizationId: null, table: 'webhook_endpoints', record: endpointId, field: 'previous_secret' }
}
