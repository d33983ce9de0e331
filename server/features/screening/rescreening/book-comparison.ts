import { setImmediate as nextTick } from 'node:timers/promises'
import type { CurrentIndex, ListedMatch } from '../generations/current-index.ts'
import type { ListedEntry } from '../generations/entry-store.ts'
import type { Subject } from '../model/subject.ts'

/** Compares many parties with the entries that changed. */
export interface BookComparison {
  /** The entries that changed. */
  begin(changed: readonly ListedEntry[]): Promise<void>
  /** For each party that matches something: its key and matches. */
  compare(
    batch: readonly { key: string; compared: Subject }[],
  ): Promise<{ key: string; matches: ListedMatch[] }[]>
  end(): Promise<void>
}

const sliceMs = 8

/** With the index of this node, a few milliseconds at a time. */
export function compareWithIndex(index: Pick<CurrentIndex, 'search' | 'refresh'>): BookComparison {
  let changed: ReadonlySet<string> = new Set()
  return {
    async begin(entries) {
      changed = new Set(entries.map(({ list, entry }) => `${list} ${entry.id}`))
      await index.refresh()
    },
    async compare(batch) {
      const found: { key: string; matches: ListedMatch[] }[] = []
      let sliceEnd = performance.now() + sliceMs
      for (const { key, compared } of batch) {
        const matches = index.search(compared).filter(({ list, entry }) => changed.has(`${list} ${entry.id}`))
        if (matches.length > 0) found.push({ key, matches })
        if (performance.now() < sliceEnd) continue
        await nextTick()
        sliceEnd = performance.now() + sliceMs
      }
      return found
    },
    async end() {
      changed = new Set()
    },
  }
}
