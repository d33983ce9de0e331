// Node options by the program that the launcher runs.

/** An import reads gigabytes of short-lived data; with the default young generation it needs twice the memory. */
export const commandLineOptions = ['--max-semi-space-size=8']

const mebibyte = 1024 * 1024

/**
 * A signal must not open the debugger, and a diagnostic report must not contain keys of the environment. Node makes its
 * heap half of the memory of its group; where that is little, new objects get less of it.
 */
export const serviceOptions = [
  '--disable-sigusr1',
  '--report-exclude-env',
  ...(process.constrainedMemory?.() <= 1_024 * mebibyte ? ['--max-semi-space-size=4'] : []),
]

export function optionsOf(entry) {
  if (entry.startsWith('cli/')) return commandLineOptions
  return entry.startsWith('server/') ? serviceOptions : []
}
