const barWidth = 24
const lineEverySeconds = 10

/** On a terminal, a line that is updated in place; otherwise a new line every ten seconds and for each new phase. */
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

/** Progress of work with a known number of items. */
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
  return `${phase} ${drawBar(part)}  ${formatCount(done)} of ${formatCount(total)}${timeLeft(part, seconds)}`
}

export function drawBar(part: number): string {
  const full = Math.round(part * barWidth)
  return `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${Math.floor(part * 100)}%`
}

export function timeLeft(part: number, seconds: number): string {
  return part > 0.001 && seconds > 0 ? `, ${duration((seconds / part) * (1 - part))} left` : ''
}

export function duration(seconds: number): string {
  const rounded = Math.round(seconds)
  return rounded < 60 ? `${rounded} s` : `${Math.floor(rounded / 60)} min ${rounded % 60} s`
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}
