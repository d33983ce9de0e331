import type { ImportProgress } from '../server/parties/import/party-import.ts'

const barWidth = 24
const lineEverySeconds = 10

/** A bar that is drawn over itself on a terminal; elsewhere a line now and then. */
export function createProgress(
  stream: NodeJS.WritableStream & { isTTY?: boolean },
  now: () => number = () => performance.now(),
) {
  const started = now()
  let shownAt = Number.NEGATIVE_INFINITY
  let phase = ''
  let drawn = false

  return {
    show(progress: ImportProgress): void {
      const every = stream.isTTY ? 0.2 : lineEverySeconds
      if (progress.phase === phase && (now() - shownAt) / 1000 < every) return
      phase = progress.phase
      shownAt = now()
      const text = describeProgress(progress, (now() - started) / 1000)
      stream.write(stream.isTTY ? `\r\u001b[K${text}` : `${text}\n`)
      drawn = stream.isTTY === true
    },
    clear(): void {
      if (drawn) stream.write('\r\u001b[K')
      drawn = false
    },
  }
}

/** What is being done, how far it is, how fast, and how long the reading will still take. */
export function describeProgress(progress: ImportProgress, seconds: number): string {
  const { phase, bytes, totalBytes, parties, skipped, rejected } = progress
  const counts = [
    `${parties.toLocaleString('en-US')} parties`,
    ...(skipped > 0 ? [`${skipped.toLocaleString('en-US')} skipped`] : []),
    ...(rejected > 0 ? [`${rejected.toLocaleString('en-US')} rejected`] : []),
  ].join(', ')
  if (phase !== 'reading') return `${phase} … ${counts}, ${duration(seconds)} so far`
  const part = totalBytes === 0 ? 1 : Math.min(bytes / totalBytes, 1)
  const full = Math.round(part * barWidth)
  const bar = `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}]`
  const rate = seconds > 0 ? `${Math.round((parties + skipped) / seconds).toLocaleString('en-US')}/s` : ''
  const left = part > 0.001 && seconds > 0 ? `, ${duration((seconds / part) * (1 - part))} left` : ''
  return `reading ${bar} ${Math.floor(part * 100)}%  ${counts}, ${rate}${left}`
}

function duration(seconds: number): string {
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
