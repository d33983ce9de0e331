import { Gauge, type Registry } from 'prom-client'

/** For alerts: the log was truncated or rewritten, and is not signed until it is restored. */
export function measureChanges(registry: Registry, isChanged: () => boolean): void {
  new Gauge({
    name: 'kontor_audit_log_changed',
    help: 'Whether this node found that the audit log does not contain the row that was signed last (1) or not (0)',
    registers: [registry],
    collect() {
      this.set(isChanged() ? 1 : 0)
    },
  })
}
