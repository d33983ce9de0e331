import { Gauge, type Registry } from 'prom-client'
import type { WaitingClients } from './waiting-clients.ts'

export function measureWaitingClients(registry: Registry, waiting: Pick<WaitingClients, 'count'>): void {
  new Gauge({
    name: 'kontor_changes_waiting_clients',
    help: 'Requests of this node that wait for the next change',
    registers: [registry],
    collect() {
      this.set(waiting.count())
    },
  })
}
