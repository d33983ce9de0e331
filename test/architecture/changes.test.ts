import { expect, test } from 'vitest'
import { readSources } from '../support/files/source-files.ts'

const sources = readSources('server', 'cli')

function callersOf(pattern: RegExp): string[] {
  return sources
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .sort()
}

test('what is told of a change is written in one place', () => {
  expect(callersOf(/(?<!function )\bappendAudit\(/)).toEqual([
    'server/platform/audit/change.ts',
    // Refusals, which change nothing, in batches.
    'server/platform/audit/deferred-audit.ts',
  ])
  expect(callersOf(/(?<!function )\brecordEvents?\(/)).toEqual([
    // The test of an endpoint is no change: its event is what was asked for.
    'server/features/webhooks/webhook-service.ts',
    'server/platform/audit/change.ts',
  ])
})

test('only the policy makes permits', () => {
  expect(callersOf(/new Permit\(/)).toEqual([
    'server/features/control/authorize.ts',
    // Two permits of the policy as one.
    'server/platform/authorization/permit.ts',
  ])
})

test('what is done beside the act of a request is named', () => {
  expect(callersOf(/(?<!function )\bbesideAct\(/)).toEqual([
    // That an approval was asked for is no part of the act that waits for it.
    'server/features/control/approvals/ask.ts',
    // That the bytes are there. What was decided, and with which permit, was recorded before.
    'server/features/transfers/signing/signing-service.ts',
  ])
})
