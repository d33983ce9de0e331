import { Gauge, type Registry } from 'prom-client'
import type { EventStream } from './event-stream.ts'

export function measureEventStreams(registry: Registry, stream: Pick<EventStream, 'openStreams'>): void {
  new Gauge({
    name: 'kontor_event_streams_open',
    help: 'Event streams that clients of this node have open',
    registers: [registry],
    collect() {
      this.set(stream.openStreams())
    },
  })
}
