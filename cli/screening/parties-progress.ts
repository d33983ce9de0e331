import type { ImportProgress } from '../../server/features/parties/import/import-progress.ts'
import { drawBar, duration, formatCount, timeLeft } from '../command/progress.ts'

/** Phase, progress, rate and remaining time of an import. */
export function describeImport(progress: ImportProgress, seconds: number): string {
  const { phase, bytes, totalBytes, parties, skipped, rejected } = progress
  const counts = [
    `${formatCount(parties)} parties`,
    ...(skipped > 0 ? [`${formatCount(skipped)} skipped`] : []),
    ...(rejected > 0 ? [`${formatCount(rejected)} rejected`] : []),
  ].join(', ')
  if (phase !== 'reading') return `${phase} … ${counts}, ${duration(seconds)} so far`
  const part = totalBytes === 0 ? 1 : Math.min(bytes / totalBytes, 1)
  const rate = seconds > 0 ? `${formatCount(Math.round((parties + skipped) / seconds))}/s` : ''
  return `reading ${drawBar(part)}  ${counts}, ${rate}${timeLeft(part, seconds)}`
}
