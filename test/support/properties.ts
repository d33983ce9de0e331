import fc, { type RunDetails } from 'fast-check'
import { scaled } from './scale.ts'
import { replayHint, seed } from './seed.ts'

/** How often a property is tried: half as often in `npm test`, ten times as often in `npm run test:full`. */
export function runs(count: number): number {
  return scaled(Math.ceil(count / 2), count * 10)
}

function report(details: RunDetails<unknown>): void {
  if (!details.failed) return
  throw new Error(`${fc.defaultReportMessage(details)}\n${replayHint}`, { cause: details.errorInstance })
}

fc.configureGlobal({ seed, numRuns: scaled(25, 1_000), reporter: report })

export { fc }
