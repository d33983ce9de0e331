const width = 30

/** A bar on a terminal; elsewhere silence, so that logs and pipes stay clean. */
export function progressBar(what: string, output: NodeJS.WriteStream = process.stderr) {
  let shown = ''
  return {
    show({ done, total }: { done: number; total: number }): void {
      if (!output.isTTY) return
      const share = total === 0 ? 1 : done / total
      const filled = Math.round(share * width)
      const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
      const line = `${what} ${bar} ${Math.floor(share * 100)}% (${done} of ${total})`
      if (line === shown) return
      shown = line
      output.write(`\r${line}\x1b[K`)
    },
    end(): void {
      if (shown !== '') output.write('\n')
    },
  }
}
