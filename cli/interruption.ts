/** Aborted by the first Ctrl-C or SIGTERM, so that long work ends at a good place; the second ends it at once. */
export function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort())
  return controller.signal
}

/** The exit code of what was interrupted, as shells know it. */
export const interrupted = 130
