import { useCallback, useEffect, useRef, useState } from 'react'
import type { RaRecord } from 'react-admin'

/** The rows of a list that somebody has chosen. They stay chosen while more pages are loaded. */
export interface Selection<T extends RaRecord> {
  rows: T[]
  has(row: T): boolean
  set(rows: readonly T[], isChosen: boolean): void
  clear(): void
  /** Only these stay chosen. */
  keep(ids: ReadonlySet<string>): void
  /** Takes the rows as they are shown now: who acts on a row acts on what they see. */
  renew(rows: readonly T[]): void
}

export function useSelection<T extends RaRecord>(): Selection<T> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, T>>(new Map())
  const keep = useCallback(
    (ids: ReadonlySet<string>) =>
      setChosen((before) => {
        const after = new Map([...before].filter(([id]) => ids.has(id)))
        return after.size === before.size ? before : after
      }),
    [],
  )
  const renew = useCallback(
    (rows: readonly T[]) =>
      setChosen((before) => {
        const other = rows.filter((row) => {
          const known = before.get(String(row.id))
          return known !== undefined && known !== row
        })
        return other.length === 0
          ? before
          : new Map([...before, ...other.map((row) => [String(row.id), row] as const)])
      }),
    [],
  )
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
    keep,
    renew,
  }
}

/** Nobody acts on rows that they do not see: what was chosen with other filters is chosen no more. */
export function useClearedWith(
  selection: Pick<Selection<never>, 'clear'> | undefined,
  filters: object,
): void {
  const set = JSON.stringify(filters)
  const before = useRef(set)
  const clear = useRef(selection?.clear)
  clear.current = selection?.clear
  useEffect(() => {
    if (before.current === set) return
    before.current = set
    clear.current?.()
  }, [set])
}

/** Keeps the selection as the list is: after a change by others, and after what failed was looked at. */
export function useRenewal<T extends RaRecord>(
  selection: Selection<T> | undefined,
  rows: readonly T[] | undefined,
) {
  const renew = selection?.renew
  useEffect(() => {
    if (rows) renew?.(rows)
  }, [renew, rows])
}
