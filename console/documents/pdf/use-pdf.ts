import { useCallback, useEffect, useRef, useState } from 'react'
import { type OpenPdf, openPdf } from './open-pdf.ts'
import { type PageText, readText } from './page-text.ts'
import { checkPages, type PageState } from './paint-page.ts'
import type { Shown } from './shown.ts'

/**
 * Opens a file, and reads its text in the background. First nothing may be wrong with it; if a page cannot be drawn so,
 * it is opened again and as much as possible is drawn, which the page says.
 */
export function usePdf(file: Blob, onShown: (shown: Shown) => void) {
  const [isStrict, setStrict] = useState(true)
  const [opened, setOpened] = useState<OpenPdf | null>(null)
  const [texts, setTexts] = useState<ReadonlyMap<number, PageText>>(new Map())
  const [isRead, setRead] = useState(false)
  const [problem, setProblem] = useState<'incomplete' | 'failed' | null>(null)
  const latest = useRef(onShown)
  latest.current = onShown
  // What one page lacks, the next one that is drawn, or the same one drawn larger, does not make good.
  const isIncomplete = useRef(false)
  const drawn = useRef(new Set<number>())
  const [drawnCount, setDrawnCount] = useState(0)

  const tell = useCallback((pdf: OpenPdf, index: number, state: PageState) => {
    if (state === 'drawn') {
      drawn.current.add(index)
      setDrawnCount(drawn.current.size)
      const isAll = drawn.current.size === pdf.document.numPages
      if (isAll && pdf.isStrict && !isIncomplete.current) latest.current('shown')
      return
    }
    isIncomplete.current = true
    setProblem((known) => known ?? 'incomplete')
    latest.current('incomplete')
    if (state === 'failed' && pdf.isStrict) setStrict(false)
  }, [])

  useEffect(() => {
    let isOver = false
    let close: (() => void) | undefined
    setOpened(null)
    setTexts(new Map())
    setRead(false)
    drawn.current.clear()
    setDrawnCount(0)
    openPdf(file, { isStrict })
      .then(async (pdf) => {
        close = pdf.close
        if (isOver) return pdf.close()
        setOpened(pdf)
        // The text of a file that is drawn is a help, and its loss no failure.
        await readText(pdf.document, () => isOver, setTexts).catch(() => undefined)
        if (!isOver) setRead(true)
        if (isStrict)
          await checkPages(pdf, {
            isOver: () => isOver || isIncomplete.current,
            isKnown: (index) => drawn.current.has(index),
            tell: (index, state) => tell(pdf, index, state),
          })
      })
      .catch(() => {
        if (isOver) return
        if (isStrict) return setStrict(false)
        setProblem('failed')
        latest.current('failed')
      })
    return () => {
      isOver = true
      close?.()
    }
  }, [file, isStrict, tell])

  return { opened, texts, isRead, drawnCount, problem, tell }
}
