import type { FailureCode } from '../../contract/api/error-codes.ts'

export const en = {
  errors: {
    signing_stopped: 'The signing of transactions is stopped.',
    signing_not_stopped: 'Signing is not stopped. Somebody else may have just started it.',
  } satisfies Partial<Record<FailureCode, string>>,
  action_name: {
    signing: {
      stopped: 'Stopped signing',
      started: 'Started signing again',
      stop_proven: 'Proved a stop of signing',
    },
  },
  object_name: { signing: 'signing of transactions' },
  approval_label: {
    signing: {
      start: {
        reason: 'Why it was stopped',
        stopped_at: 'Stopped at',
        stopped_by: 'Stopped by',
        because: 'Why it is not on',
        revision: 'Revision',
      },
    },
  },
  sentence: {
    signing: {
      started: '%{who} started the signing of transactions again',
      stopped: '%{who} stopped the signing of transactions',
      stop_proven: 'The service has proven that signing is stopped',
    },
  },
  act_name: { signing: { start: 'Start signing again' } },
  act_noun: { signing: { start: 'Starting signing again' } },
}
