import type { Logger } from 'pino'

/** Whether another service answers. */
export interface Reachability {
  failed(details: object): void
  succeeded(): void
}

/** Logs once that another service fails, and once that it answers again: not every try. */
export function logReachability(
  log: Pick<Logger, 'warn' | 'info'>,
  { fails, answers }: { fails: string; answers: string },
  about: object = {},
): Reachability {
  let isAway = false
  return {
    failed(details) {
      if (!isAway) log.warn({ ...about, ...details }, fails)
      isAway = true
    },
    succeeded() {
      if (isAway) log.info(about, answers)
      isAway = false
    },
  }
}
