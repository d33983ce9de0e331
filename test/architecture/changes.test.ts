import { expect, test } from 'vitest'
import { actNames } from '../../contract/api/acts.ts'
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

/** The text without what is between `Promise<` and its `>`: what a function returns. */
function withoutResults(text: string): string {
  let depth = 0
  return text
    .split(/(Promise<|[<>])/)
    .filter((part) => {
      if (part === 'Promise<' || (part === '<' && depth > 0)) depth += 1
      else if (part === '>' && depth > 0) depth -= 1
      else return depth === 0
      return false
    })
    .join('')
}

test('what has the effect of an act takes its permit', () => {
  const taken = sources
    .flatMap(({ text }) => [...withoutResults(text).matchAll(/: Permit<([^>]+)>/g)])
    .flatMap(([, acts]) => [...(acts as string).matchAll(/'([^']+)'/g)].map(([, act]) => act))
  expect(actNames.filter((act) => !taken.includes(act))).toEqual([])
})
