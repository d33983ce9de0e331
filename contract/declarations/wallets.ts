import type { Feature } from './feature.ts'
import { retry } from './phrases.ts'

/** Wallets and their secrets. */
export const wallets = {
  readings: {
    'wallets.created': '/v1/organizations/{id}/wallets',
    'wallets.replaced': '/v1/organizations/{id}/wallets',
    'wallets.exposed': '/v1/organizations/{id}/wallets',
    'secret.read': '/v1/organizations/{id}/wallets',
  },
  permissions: {
    'wallets:read': ['custodian', 'officer', 'operator', 'auditor'],
    'wallets:create': ['custodian'],
    'secrets:read': ['custodian'],
  },
  acts: {
    'wallet.reveal': {
      meaning: 'read the mnemonic or the secret keys of an organization',
      permission: 'secrets:read',
      hasOrganization: true,
      isRepeatable: true,
    },
    'wallet.replace': {
      meaning: 'replace the wallets of an organization',
      permission: 'wallets:create',
      hasOrganization: true,
    },
  },
  events: {
    'wallets.created': { permission: 'wallets:read', meaning: 'Wallets were created for an organization' },
    'wallets.replaced': {
      permission: 'wallets:read',
      meaning: 'The wallets of an organization were replaced by new ones',
    },
    'secret.read': {
      permission: 'audit:read',
      meaning: 'A mnemonic or the secret keys of an organization were read',
    },
  },
  changes: {
    'wallets.exposed': 'wallets:read',
  },
  failures: {
    wallets_not_created: {
      kind: 'not_found',
      cause: 'The organization has no wallets yet.',
      cure: 'Create them first.',
      of: ['Wallets'],
    },
    wallet_not_found: {
      kind: 'not_found',
      cause: 'There is no wallet with this id.',
      cure: 'List the wallets.',
      of: ['Wallets'],
    },
    wallet_generation_not_found: {
      kind: 'not_found',
      cause: 'The wallets of the organization have no generation with this number.',
      cure: 'List the generations of its wallets.',
      of: ['Wallets'],
    },
    wallets_exist: {
      kind: 'conflict',
      cause: 'The organization already has a wallet on every enabled network.',
      cure: 'List its wallets.',
      of: ['Wallets'],
    },
    wallets_replaced: {
      kind: 'conflict',
      cause:
        'Somebody else has replaced the wallets of the organization while this request waited; `context.generation` is the current one.',
      cure: 'List the wallets. Replace them again only if there is a new reason.',
      of: ['Wallets'],
      context: { generation: 2 },
    },
    secret_reads_limited: {
      kind: 'limited',
      cause: 'You have read as many secrets as one administrator may read in an hour.',
      cure: retry,
      of: ['Wallets'],
      context: { retry_after: 1800, limit: 30 },
    },
  },
} as const satisfies Feature
