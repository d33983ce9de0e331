import type { Feature } from './feature.ts'

/** The emergency stop of signing. */
export const signing = {
  objects: {
    signing: '/v1/signing',
  },
  acts: {
    'signing.start': { meaning: 'start signing again after a stop', permission: 'transfers:manage' },
  },
  events: {
    'signing.stopped': {
      permission: 'wallets:read',
      meaning: 'Somebody has stopped the signing of transactions',
    },
    'signing.started': { permission: 'wallets:read', meaning: 'Transactions are signed again' },
  },
  actions: ['signing.stop_proven'],
  failures: {
    signing_stopped: {
      kind: 'conflict',
      cause:
        'Somebody has stopped the signing of transactions at `context.stopped_at`. Nothing signed is sent or exported either.',
      cure: 'Ask who stopped it and why: `GET /v1/signing`. Send the request again once signing has started.',
      of: ['Transfers'],
      context: { stopped_at: '2026-06-01T12:00:00.000Z' },
    },
    signing_not_stopped: {
      kind: 'conflict',
      cause: 'Signing is not stopped; perhaps somebody else has just started it.',
      cure: 'Nothing: transactions are signed.',
      of: ['Signing'],
    },
  },
} as const satisfies Feature
