import fc, { type RunDetails } from 'fast-check'
import { isFull } from './scale.ts'
import { replayHint, seed } from './seed.ts'

/** How often a property is tried: ten times as often in `npm run test:full`. */
export function runs(count: number): number {
  return isFull ? count * 10 : count
}

function report(details: RunDetails<unknown>): void {
  if (!details.failed) return
  throw new Error(`${fc.defaultReportMessage(details)}\n${replayHint}`, { cause: details.errorInstance })
}

fc.configureGlobal({ seed, numRuns: runs(100), reporter: report })

export { fc }
