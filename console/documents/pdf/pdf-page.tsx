import { Box, Typography } from '@mui/material'
import { type PDFPageProxy, type RenderTask, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { OpenPdf } from './open-pdf.ts'
import { type Mark, marksOf } from './page-marks.ts'
import type { Found, PageText } from './page-text.ts'
import { type PageState, paintPage, stateOf, takePage } from './paint-page.ts'
import { withPatience } from './with-patience.ts'

/** More is drawn no sharper. */
const mostPixels = 16_000_000

interface Props {
  opened: OpenPdf
  index: number
  /** In pixels of the page. */
  width: number
  text: PageText | undefined
  found: readonly Found[]
  current: Found | null
  onRatio: (ratio: number) => void
  onState: (state: PageState) => void
}

/** A page as it is drawn, with its text above for the selection. Those that nobody looks at are not mounted. */
export function PdfPage({ opened, index, width, text, found, current, onRatio, onState }: Props) {
  const translate = useTranslate()
  const picture = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState<PDFPageProxy | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const latest = useRef({ onRatio, onState })
  latest.current = { onRatio, onState }

  useEffect(() => {
    if (width === 0 || hasFailed) return
    const [shown, over] = [picture.current, words.current]
    if (!shown || !over) return
    let isOver = false
    let task: RenderTask | undefined
    const canvas = document.createElement('canvas')
    async function draw(shown: HTMLElement, over: HTMLElement) {
      const { page, width: whole, ratio } = await takePage(opened, index)
      if (isOver) return
      latest.current.onRatio(ratio)
      setPage(page)
      const scale = width / whole
      const sharp = Math.min(window.devicePixelRatio || 1, Math.sqrt(mostPixels / (width * width * ratio)))
      const viewport = page.getViewport({ scale: scale * sharp })
      await paintPage(opened, page, canvas, viewport, (started) => {
        task = started
      })
      if (isOver) return
      canvas.style.width = '100%'
      canvas.style.display = 'block'
      shown.replaceChildren(canvas)
      const state = await stateOf(page)
      const content = await withPatience(page.getTextContent())
      if (isOver) return
      over.replaceChildren()
      over.style.setProperty('--total-scale-factor', String(scale))
      await new TextLayer({
        textContentSource: content,
        container: over,
        viewport: page.getViewport({ scale }),
      }).render()
      latest.current.onState(state)
    }
    draw(shown, over).catch(() => {
      if (isOver) return
      setFailed(true)
      latest.current.onState('failed')
    })
    return () => {
      isOver = true
      task?.cancel()
      // Its memory is free at once, and not when somebody collects it.
      canvas.width = 0
      canvas.height = 0
      over.replaceChildren()
    }
  }, [opened, index, width, hasFailed])

  const marks = (one: Found): Mark[] =>
    page && text ? marksOf(one, text, page.getViewport({ scale: 1 })) : []
  return (
    <>
      {hasFailed && (
        <Typography sx={{ position: 'absolute', inset: 0, p: 2, color: '#000' }}>
          {translate('kontor.documents.page_failed', { page: index + 1 })}
        </Typography>
      )}
      <div ref={picture} aria-hidden />
      <Box ref={words} sx={textLook} />
      {found.flatMap((one) =>
        marks(one).map((mark, at) => (
          <Box
            key={`${one.from} ${String(at)}`}
            data-mark={one === current ? 'current' : 'found'}
            style={percent(mark)}
            sx={{
              position: 'absolute',
              pointerEvents: 'none',
              bgcolor: one === current ? 'rgb(255 140 0 / 0.45)' : 'rgb(255 220 0 / 0.35)',
              outline: one === current ? '2px solid rgb(220 90 0)' : undefined,
            }}
          />
        )),
      )}
    </>
  )
}

function percent({ left, top, width, height }: Mark) {
  const of = (part: number) => `${part * 100}%`
  return { left: of(left), top: of(top), width: of(width), height: of(height) }
}

/** Transparent text that can be selected, each piece where it is in the picture. The variables are those of pdf.js. */
const textLook = {
  position: 'absolute',
  inset: 0,
  overflow: 'clip',
  lineHeight: 1,
  letterSpacing: 'normal',
  textAlign: 'initial',
  forcedColorAdjust: 'none',
  transformOrigin: '0 0',
  '--min-font-size': 1,
  '--text-scale-factor': 'calc(var(--total-scale-factor) * var(--min-font-size))',
  '--min-font-size-inv': 'calc(1 / var(--min-font-size))',
  '& :is(span, br)': {
    color: 'transparent',
    position: 'absolute',
    whiteSpace: 'pre',
    cursor: 'text',
    transformOrigin: '0% 0%',
  },
  '& > :not(.markedContent), & .markedContent span:not(.markedContent)': {
    '--font-height': 0,
    '--scale-x': 1,
    '--rotate': '0deg',
    fontSize: 'calc(var(--text-scale-factor) * var(--font-height))',
    transform: 'rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv))',
  },
  '& .markedContent': { display: 'contents' },
  '& ::selection': { background: 'rgb(0 90 255 / 0.3)' },
}
