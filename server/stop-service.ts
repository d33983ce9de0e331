import type { StopStep } from './platform/stop-steps.ts'

type Stop = () => unknown

/** How long a stop waits for running requests. A client that does not read its response must not delay it longer. */
export const drainMs = 5_000
/** All steps of a stop together. The watchdog ends the process a second later. */
export const stopMs = 8_500

/** Refuses new requests, finishes those under way, then stops everything else. No step delays the stop for long. */
export async function stopService(
  step: StopStep,
  parts: { closeServer: Stop; background: Stop; audit: Stop; workers: Stop; vault: Stop; metrics: Stop },
): Promise<void> {
  await step('running requests', drainMs + 500, parts.closeServer)
  await step('background jobs and webhook deliveries', 1_500, parts.background)
  // Nothing writes audit entries any more.
  await step('the last entries of the audit log', 1_000, parts.audit)
  await step('worker threads and stores', 500, parts.workers)
  await step('the vault', 250, parts.vault)
  await step('the port of metrics', 250, parts.metrics)
}

export async function stopDatabase(
  step: StopStep,
  parts: { connections: Stop; embedded: Stop },
): Promise<void> {
  await step('connections to the database', 500, parts.connections)
  // If it takes longer, PostgreSQL goes on shutting down alone.
  await step('the embedded PostgreSQL', stopMs, parts.embedded)
}
