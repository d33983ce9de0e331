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

/** Halves of characters are none of Unicode. */
const surrogates = { from: 0xd800, count: 0x800 }

/**
 * Any code point of Unicode, as `unit: 'binary'` of fast-check. That one makes a map of all of them at its first use,
 * which takes more than a second.
 */
export const anyCharacter = fc.nat(0x10ffff - surrogates.count).map(
  (at) => String.fromCodePoint(at < surrogates.from ? at : at + surrogates.count),
  (text) => {
    const code = typeof text === 'string' ? (text.codePointAt(0) ?? Number.NaN) : Number.NaN
    if (text !== String.fromCodePoint(code)) throw new Error('not one character')
    return code < surrogates.from ? code : code - surrogates.count
  },
)

export { fc }
