import type { Feature } from './feature.ts'
import { checkId } from './phrases.ts'

/** Notices to administrators. */
export const inbox = {
  failures: {
    notice_not_found: {
      kind: 'not_found',
      cause: 'Your inbox has no notice with this id.',
      cure: checkId,
      of: ['Inbox'],
    },
  },
  faults: {
    time_zone_unknown: {
      sentence: 'is not an IANA time zone',
      cure: 'Send a name such as `Europe/Moscow`, or null for the time zone of the service.',
    },
  },
} as const satisfies Feature
