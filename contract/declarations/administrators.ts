import type { Feature } from './feature.ts'
import { checkId, exampleId } from './phrases.ts'

/** Administrators and API keys. */
export const administrators = {
  objects: {
    administrator: '/v1/administrators/{id}',
    api_key: '/v1/api-keys/{id}',
  },
  permissions: {
    'administrators:manage': [],
    'api_keys:manage': [],
  },
  acts: {
    'administrator.create': {
      meaning: 'create an administrator',
      permission: 'administrators:manage',
      isClosure: true,
      makesLink: true,
    },
    'administrator.change_role': {
      meaning: 'change the role of an administrator',
      permission: 'administrators:manage',
      isClosure: true,
    },
    'administrator.enable': {
      meaning: 'enable an administrator',
      permission: 'administrators:manage',
      isClosure: true,
    },
    // No closure: it makes nobody able to act, and has to be quick.
    'administrator.disable': { meaning: 'disable an administrator', permission: 'administrators:manage' },
    'administrator.reset': {
      meaning: 'reset an administrator',
      permission: 'administrators:manage',
      isClosure: true,
      makesLink: true,
    },
    'api_key.create': { meaning: 'create an API key', permission: 'api_keys:manage', isClosure: true },
  },
  events: {
    'administrator.created': { permission: 'administrators:manage', meaning: 'An administrator was created' },
    'administrator.updated': {
      permission: 'administrators:manage',
      meaning: 'The name or the role of an administrator was changed',
    },
    'administrator.disabled': {
      permission: 'administrators:manage',
      meaning: 'An administrator was disabled',
    },
    'administrator.enabled': { permission: 'administrators:manage', meaning: 'An administrator was enabled' },
    'administrator.reset': {
      permission: 'administrators:manage',
      meaning: 'The password of an administrator was reset',
    },
    'api_key.created': { permission: 'api_keys:manage', meaning: 'An API key was created' },
    'api_key.revoked': { permission: 'api_keys:manage', meaning: 'An API key was revoked' },
    'api_key.suspended': { permission: 'api_keys:manage', meaning: 'An API key was suspended by a restore' },
    'api_key.resumed': { permission: 'api_keys:manage', meaning: 'An API key was resumed after a restore' },
  },
  actions: ['administrator.confirmed'],
  failures: {
    api_key_invalid: {
      kind: 'unauthorized',
      cause:
        'The API key was revoked, has expired, is used from another network, belongs to a disabled administrator, or is none of this service.',
      cure: 'Look at the key in the list of API keys, or use another one. An owner can create it.',
    },
    administrator_not_found: {
      kind: 'not_found',
      cause: 'There is no administrator with this id.',
      cure: checkId,
      of: ['Administrators'],
    },
    api_key_not_found: {
      kind: 'not_found',
      cause: 'There is no API key with this id.',
      cure: checkId,
      of: ['API keys'],
    },
    last_owner: {
      kind: 'conflict',
      cause: 'Nobody would be left who can manage administrators.',
      cure: 'Make somebody else an owner first.',
      of: ['Administrators'],
    },
    own_reset: {
      kind: 'conflict',
      cause: 'Nobody resets themselves.',
      cure: 'Let one of `context.owners` do it, or run `context.command` on the machine.',
      of: ['Administrators'],
      context: {
        owners: [{ id: exampleId, name: 'Anna Petrova' }],
        command: 'npx kontor admin reset-password olga@example.com',
      },
    },
    secret_already_shown: {
      kind: 'conflict',
      cause:
        'The request was processed already, and its response contained a secret that is shown only once.',
      cure: 'If the secret was lost, make a new one: reset the administrator, rotate the secret, or create another key.',
      of: ['Administrators', 'API keys', 'Webhooks'],
    },
  },
  duplicates: {
    administrator_email: 'There is already an administrator with this e-mail address.',
  },
  faults: {
    expiry_too_late: { sentence: 'should be at most two years from now', cure: 'Send an earlier time.' },
    network_format: {
      sentence: 'should be a network such as 203.0.113.0/24 or 2001:db8::/32',
      cure: 'Send the address of a network and the length of its prefix.',
    },
  },
} as const satisfies Feature
