// Node options by the program that the launcher runs.

/** An import reads gigabytes of short-lived data; with the default young generation it needs twice the memory. */
export const commandLineOptions = ['--max-semi-space-size=8']

/** A signal must not open the debugger, and a diagnostic report must not contain keys of the environment. */
export const serviceOptions = ['--disable-sigusr1', '--report-exclude-env']

export function optionsOf(entry) {
  if (entry.startsWith('cli/')) return commandLineOptions
  return entry.startsWith('server/') ? serviceOptions : []
}
