import type { Feature } from './feature.ts'

/** What a new installation should do first. */
export const setup = {
  failures: {
    setup_step_not_found: {
      kind: 'not_found',
      cause: 'The set-up has no step of this name.',
      cure: 'Take the name from `GET /v1/setup`.',
      of: ['Set-up'],
    },
  },
  actions: ['setup.step_dismissed', 'setup.step_reopened'],
} as const satisfies Feature
