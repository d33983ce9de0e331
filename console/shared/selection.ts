import { useState } from 'react'
import type { RaRecord } from 'react-admin'

/** The rows of a list that somebody has chosen. They stay chosen on other pages of the list. */
export interface Selection<T extends RaRecord> {
  rows: T[]
  has(row: T): boolean
  set(rows: readonly T[], isChosen: boolean): void
  clear(): void
  /** Only these stay chosen. */
  keep(ids: ReadonlySet<string>): void
}

export function useSelection<T extends RaRecord>(): Selection<T> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, T>>(new Map())
  return {
    rows: [...chosen.values()],
    has: ({ id }) => chosen.has(String(id)),
    set: (rows, isChosen) =>
      setChosen((before) => {
        const after = new Map(before)
        for (const row of rows) {
          if (isChosen) after.set(String(row.id), row)
          else after.delete(String(row.id))
        }
        return after
      }),
    clear: () => setChosen(new Map()),
    keep: (ids) => setChosen((before) => new Map([...before].filter(([id]) => ids.has(id)))),
  }
}
