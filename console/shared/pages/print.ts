import { useEffect, useRef, useSyncExternalStore } from 'react'

/** A list prints as many rows at most. */
export const mostPrinted = 1_000

/** What is done before a page is printed, such as loading the rest of a list. */
const preparations = new Set<() => Promise<unknown>>()
let isPreparing = false

/** Whether the page is drawn for paper. It stays so until the browser has taken it, which not every one waits for. */
let isOnPaper = false
const papers = new Set<() => void>()

function drawOnPaper(next: boolean): void {
  isOnPaper = next
  for (const listener of papers) listener()
}

export function useOnPaper(): boolean {
  return useSyncExternalStore(
    (listener) => {
      papers.add(listener)
      return () => papers.delete(listener)
    },
    () => isOnPaper,
  )
}

/** Loads as many rows of a list as are printed. */
export function usePrintedRows<Page>(query: Pages<Page>, rowsOf: (page: Page) => readonly unknown[]): void {
  const countOf = ({ data }: Pages<Page>) =>
    data?.pages.reduce((sum, page) => sum + rowsOf(page).length, 0) ?? 0
  useBeforePrint(async () => {
    let shown = query
    while (shown.hasNextPage && countOf(shown) < mostPrinted) {
      const next = await query.fetchNextPage()
      if (next.isError) return
      shown = next
    }
  })
}

interface Pages<Page> {
  data: { pages: Page[] } | undefined
  hasNextPage: boolean
  isError: boolean
  fetchNextPage: () => Promise<Pages<Page>>
}

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
    drawOnPaper(true)
    window.addEventListener('afterprint', () => drawOnPaper(false), { once: true })
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    window.print()
  } finally {
    isPreparing = false
  }
}
