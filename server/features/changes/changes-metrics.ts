import { Gauge, type Registry } from 'prom-client'
import type { WaitingClients } from './waiting-clients.ts'

export function measureWaitingClients(registry: Registry, waiting: Pick<WaitingClients, 'count'>): void {
  new Gauge({
    name: 'kontor_changes_clients_waiting',
    help: 'Requests of this node that wait for the next change',
    registers: [registry],
    collect() {
      this.set(waiting.count())
    },
  })
}
