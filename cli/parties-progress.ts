import type { ImportProgress } from '../server/features/parties/import/party-import.ts'
import { drawBar, duration, inWords, timeLeft } from './progress.ts'

/** What is being done, how far it is, how fast, and how long the reading will still take. */
export function describeImport(progress: ImportProgress, seconds: number): string {
  const { phase, bytes, totalBytes, parties, skipped, rejected } = progress
  const counts = [
    `${inWords(parties)} parties`,
    ...(skipped > 0 ? [`${inWords(skipped)} skipped`] : []),
    ...(rejected > 0 ? [`${inWords(rejected)} rejected`] : []),
  ].join(', ')
  if (phase !== 'reading') return `${phase} … ${counts}, ${duration(seconds)} so far`
  const part = totalBytes === 0 ? 1 : Math.min(bytes / totalBytes, 1)
  const rate = seconds > 0 ? `${inWords(Math.round((parties + skipped) / seconds))}/s` : ''
  return `reading ${drawBar(part)}  ${counts}, ${rate}${timeLeft(part, seconds)}`
}
