import { Counter, Gauge, type Registry } from 'prom-client'
import type { PublishedList } from './generations/list-states.ts'

/** Returns what counts a search. The lists are those that the node has in memory. */
export function measureLists(
  registry: Registry,
  { now, lists }: { now: () => Date; lists: () => readonly PublishedList[] },
): { searched: () => void } {
  new Gauge({
    name: 'kontor_screening_list_age_seconds',
    help: 'Time since the last import of the sanctions list, also of one that changed nothing',
    labelNames: ['list'],
    registers: [registry],
    collect() {
      this.reset()
      const at = now().getTime()
      for (const { name, checked_at } of lists())
        this.set({ list: name }, Math.max(0, at - checked_at.getTime()) / 1000)
    },
  })
  new Gauge({
    name: 'kontor_screening_list_entries',
    help: 'Entries of the sanctions list',
    labelNames: ['list'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { name, entries } of lists()) this.set({ list: name }, entries)
    },
  })
  const searches = new Counter({
    name: 'kontor_screening_searches_total',
    help: 'Parties that were compared with the sanctions lists, one at a time',
    registers: [registry],
  })
  return { searched: () => searches.inc() }
}
