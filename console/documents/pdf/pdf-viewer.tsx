import NextIcon from '@mui/icons-material/KeyboardArrowDown'
import PreviousIcon from '@mui/icons-material/KeyboardArrowUp'
import { Alert, Box, CircularProgress, InputBase, Stack, Typography } from '@mui/material'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { latinKey } from '../../shared/pages/latin-key.ts'
import { StepButton } from '../../shared/pages/step-button.tsx'
import { usePageKeys } from '../../shared/pages/use-page-keys.ts'
import { patternOfTyped } from './found-in-text.ts'
import { type Found, findAll, type PageText } from './page-text.ts'
import { mostRatio } from './paint-page.ts'
import { PdfPage } from './pdf-page.tsx'
import type { Shown } from './shown.ts'
import { usePdf } from './use-pdf.ts'

interface Props {
  file: Blob
  name: string
  /** Of the width that there is. */
  percent: number
  height: object
  /** A place to show; a new object shows it again. */
  target: Found | null
  tools: ReactNode
  onShown: (shown: Shown) => void
  onText: (texts: ReadonlyMap<number, PageText>) => void
}

/** At most so many pages have a picture at once. */
const mostDrawn = 6

/** A PDF, page below page, as wide as there is room. */
export default function PdfViewer({ file, name, percent, height, target, tools, onShown, onText }: Props) {
  const translate = useTranslate()
  const { opened, texts, isRead, drawnCount, problem, tell } = usePdf(file, onShown)
  useEffect(() => onText(texts), [texts, onText])
  const frame = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const width = Math.floor((useWidthOf(frame) * percent) / 100)
  const [ratios, setRatios] = useState<ReadonlyMap<number, number>>(new Map())
  const near = useNear(frame, opened?.document.numPages ?? 0)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)

  const found = useMemo(() => {
    const pattern = patternOfTyped(typed)
    return pattern ? findAll(texts, pattern) : []
  }, [typed, texts])
  const shown = target && !typed ? target : (found[at % Math.max(1, found.length)] ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a place outside has been chosen after what was typed
  useEffect(() => setTyped(''), [target])

  // While pages are still read, the same place is found again and again: it is shown once.
  const place = shown ? `${shown.page} ${shown.from} ${shown.to}` : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new target with the same place is shown again
  useEffect(() => {
    if (shown) showPlace(frame.current, shown.page)
  }, [place, target])
  usePageKeys(
    (pressed) => (latinKey(pressed) === 'f' ? 'find' : undefined),
    () => field.current?.focus(),
    opened !== null,
  )

  if (problem === 'failed') return <Alert severity="warning">{translate('kontor.documents.not_shown')}</Alert>
  const pages = opened?.document.numPages ?? 0
  const usual = ratios.get(0) ?? Math.SQRT2
  const drawn = near.slice(0, mostDrawn)
  const step = (by: number) => setAt((now) => (now + by + found.length) % Math.max(1, found.length))
  return (
    <Box>
      <Stack direction="row" sx={{ gap: 0.5, alignItems: 'center', mb: 0.5, flexWrap: 'wrap' }}>
        <InputBase
          inputRef={field}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
            // The pane around it stays open.
            if (event.key === 'Escape') {
              event.stopPropagation()
              setTyped('')
              field.current?.blur()
            }
          }}
          placeholder={translate('kontor.documents.find')}
          inputProps={{ 'aria-label': translate('kontor.documents.find'), 'aria-keyshortcuts': 'f' }}
          sx={{ border: 1, borderColor: 'divider', borderRadius: 1, px: 1, width: 180, fontSize: 14 }}
        />
        {typed !== '' && (
          <>
            <Typography variant="body2" color="textSecondary" aria-live="polite">
              {found.length > 0
                ? `${(at % found.length) + 1} / ${found.length}`
                : isRead &&
                  (texts.size < pages
                    ? translate('kontor.documents.find_none_in', { count: texts.size })
                    : translate('kontor.documents.find_none'))}
            </Typography>
            {!isRead && (
              <Typography variant="body2" color="textSecondary">
                {translate('kontor.documents.find_reading', { count: texts.size, pages })}
              </Typography>
            )}
            <StepButton
              label={translate('kontor.documents.find_previous')}
              isOff={found.length === 0}
              onClick={() => step(-1)}
            >
              <PreviousIcon fontSize="small" />
            </StepButton>
            <StepButton
              label={translate('kontor.documents.find_next')}
              isOff={found.length === 0}
              onClick={() => step(1)}
            >
              <NextIcon fontSize="small" />
            </StepButton>
          </>
        )}
        <Box sx={{ flex: 1 }} />
        {pages > 1 && (
          <Typography variant="body2" color="textSecondary">
            {drawnCount < pages && problem === null
              ? translate('kontor.documents.pages_drawn', { count: drawnCount, pages })
              : translate('kontor.documents.pages', { count: pages })}
          </Typography>
        )}
        {tools}
      </Stack>
      {problem === 'incomplete' && (
        <Alert severity="warning" sx={{ mb: 0.5 }}>
          {translate('kontor.documents.not_whole')}
        </Alert>
      )}
      <Box
        ref={frame}
        // Scrolled by keyboard, too.
        tabIndex={0}
        role="region"
        aria-label={name}
        sx={{
          ...height,
          overflow: 'auto',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'action.hover',
        }}
      >
        {opened === null ? (
          <Box sx={{ display: 'grid', placeItems: 'center', height: '100%' }}>
            <CircularProgress aria-label={translate('ra.page.loading')} />
          </Box>
        ) : (
          <Box style={{ width }}>
            {Array.from({ length: pages }, (_, index) => (
              <div
                // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
                key={index}
                data-page={index + 1}
                style={{
                  ...pageLook,
                  height: Math.round(width * Math.min(ratios.get(index) ?? usual, mostRatio)),
                }}
              >
                {drawn.includes(index) && (
                  <PdfPage
                    key={String(opened.isStrict)}
                    opened={opened}
                    index={index}
                    width={width}
                    text={texts.get(index)}
                    found={placesOn(index, typed ? found : shown ? [shown] : [])}
                    current={shown}
                    onRatio={(ratio) =>
                      setRatios((known) =>
                        known.get(index) === ratio ? known : new Map(known).set(index, ratio),
                      )
                    }
                    onState={(state) => tell(opened, index, state)}
                  />
                )}
              </div>
            ))}
          </Box>
        )}
      </Box>
    </Box>
  )
}

/** Plain, as there may be hundreds of them. */
const pageLook = {
  position: 'relative',
  background: '#fff',
  marginBottom: 8,
  overflow: 'hidden',
  boxShadow: '0 1px 3px rgb(0 0 0 / 0.3)',
} as const

function placesOn(index: number, found: readonly Found[]): Found[] {
  return found.filter(({ page }) => page === index)
}

function showPlace(frame: HTMLElement | null, page: number): void {
  const element = frame?.querySelector<HTMLElement>(`[data-page="${page + 1}"]`)
  if (!frame || !element) return
  frame.scrollTo({ top: element.offsetTop - frame.offsetTop })
  // The mark is there once the page is.
  const timer = setInterval(() => {
    const mark = element.querySelector('[data-mark="current"]')
    if (!mark) return
    clearInterval(timer)
    mark.scrollIntoView({ block: 'center', inline: 'nearest' })
  }, 50)
  setTimeout(() => clearInterval(timer), 3_000)
}

function useWidthOf(ref: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}

/** The pages that are looked at, or soon will be, in their order. */
function useNear(ref: React.RefObject<HTMLElement | null>, count: number): readonly number[] {
  const [near, setNear] = useState<readonly number[]>([0])
  useEffect(() => {
    const frame = ref.current
    if (!frame || count === 0) return
    const seen = new Set<number>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const index = Number((target as HTMLElement).dataset.page) - 1
          if (isIntersecting) seen.add(index)
          else seen.delete(index)
        }
        setNear([...seen].sort((a, b) => a - b))
      },
      { root: frame, rootMargin: '200px' },
    )
    for (const page of frame.querySelectorAll('[data-page]')) observer.observe(page)
    return () => observer.disconnect()
  }, [ref, count])
  return near
}
