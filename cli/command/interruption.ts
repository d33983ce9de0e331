/** Aborted by the first Ctrl-C or SIGTERM, so that long work can stop cleanly. The second one ends the process. */
export function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort())
  return controller.signal
}

/** The usual exit code after SIGINT. */
export const interrupted = 130
