import { useEffect, useRef } from 'react'

/** A list prints as many rows at most. */
export const mostPrinted = 1_000

/** What is done before a page is printed, such as loading the rest of a list. */
const preparations = new Set<() => Promise<unknown>>()
let isPreparing = false

export function useBeforePrint(prepare: () => Promise<unknown>): void {
  const latest = useRef(prepare)
  latest.current = prepare
  useEffect(() => {
    const preparation = () => latest.current()
    preparations.add(preparation)
    return () => {
      preparations.delete(preparation)
    }
  }, [])
}

/** Prints what is shown, as soon as everything that belongs to it is there. */
export async function printPage(): Promise<void> {
  if (isPreparing) return
  isPreparing = true
  try {
    await Promise.allSettled([...preparations].map((prepare) => prepare()))
    // What was loaded is drawn first.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    window.print()
  } finally {
    isPreparing = false
  }
}
