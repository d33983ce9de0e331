const barWidth = 24
const lineEverySeconds = 10

/** A line that is drawn over itself on a terminal; elsewhere a new one now and then, and at once for a new phase. */
export function createProgress<P extends { phase: string }>(
  stream: NodeJS.WritableStream & { isTTY?: boolean },
  describe: (progress: P, seconds: number) => string,
  now: () => number = () => performance.now(),
) {
  const started = now()
  let shownAt = Number.NEGATIVE_INFINITY
  let phase = ''
  let drawn = false

  return {
    show(progress: P): void {
      const every = stream.isTTY ? 0.2 : lineEverySeconds
      if (progress.phase === phase && (now() - shownAt) / 1000 < every) return
      phase = progress.phase
      shownAt = now()
      const text = describe(progress, (now() - started) / 1000)
      stream.write(stream.isTTY ? `\r\u001b[K${text}` : `${text}\n`)
      drawn = stream.isTTY === true
    },
    clear(): void {
      if (drawn) stream.write('\r\u001b[K')
      drawn = false
    },
  }
}

/** For work of which is known how many there are to do. */
export function createCountProgress(phase: string) {
  const progress = createProgress(process.stderr, describeCount)
  return {
    show: ({ done, total }: { done: number; total: number }) => progress.show({ phase, done, total }),
    clear: progress.clear,
  }
}

export function describeCount(
  { phase, done, total }: { phase: string; done: number; total: number },
  seconds: number,
): string {
  const part = total === 0 ? 1 : done / total
  return `${phase} ${drawBar(part)}  ${inWords(done)} of ${inWords(total)}${timeLeft(part, seconds)}`
}

export function drawBar(part: number): string {
  const full = Math.round(part * barWidth)
  return `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${Math.floor(part * 100)}%`
}

export function timeLeft(part: number, seconds: number): string {
  return part > 0.001 && seconds > 0 ? `, ${duration((seconds / part) * (1 - part))} left` : ''
}

export function duration(seconds: number): string {
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

export function inWords(count: number): string {
  return count.toLocaleString('en-US')
}
