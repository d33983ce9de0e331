import { Gauge, type Registry } from 'prom-client'

/** Sealed: nothing is verified while the vault is. What was wrong before stays so. */
const states = ['valid', 'problems', 'never', 'sealed'] as const
export type VerificationState = (typeof states)[number]

/** For alerts: what the last verification of the audit log found, and when one last found nothing. */
export function measureVerification(
  registry: Registry,
  {
    now,
    state,
    validSince,
  }: { now: () => Date; state: () => VerificationState; validSince: () => Date | undefined },
): void {
  new Gauge({
    name: 'kontor_audit_verification_state',
    help: 'What the last verification of the audit log by the service found: 1 for the current state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const name of states) this.set({ state: name }, name === state() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'kontor_audit_verification_age_seconds',
    help: 'Time since a verification of the audit log last found no problem; since the start of the node if none did',
    registers: [registry],
    collect() {
      const since = validSince()
      this.set(since ? Math.max(0, now().getTime() - since.getTime()) / 1000 : 0)
    },
  })
}
