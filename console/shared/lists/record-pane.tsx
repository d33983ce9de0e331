import CloseIcon from '@mui/icons-material/Close'
import PageIcon from '@mui/icons-material/OpenInFull'
import { Box, IconButton, Stack, Tooltip, useMediaQuery } from '@mui/material'
import { type MouseEvent, type ReactNode, Suspense, use, useEffect, useRef } from 'react'
import { Loading, type RaRecord, ResourceContextProvider, useTranslate } from 'react-admin'
import {
  Link,
  matchPath,
  Route,
  UNSAFE_RouteContext as RouteContext,
  Routes,
  useSearchParams,
} from 'react-router-dom'
import type { Feature } from '../pages/feature.ts'
import { FeaturesContext } from '../pages/features-context.ts'
import { InPane } from '../pages/in-pane.ts'
import { useKnownRecords } from '../pages/known-records.ts'
import { latinKey, type Pressed } from '../pages/latin-key.ts'
import { usePageKeys } from '../pages/use-page-keys.ts'

/** The record that is open beside a list. */
export interface Opened<T extends RaRecord> {
  id: string | null
  onClick: (event: MouseEvent, row: T) => void
}

export interface PaneLook<T> {
  /** It needs more room than the list. */
  isWide?: boolean
  /** Loads what else the page of a row will show: called for the row after the one that is open. */
  prefetch?: (row: T) => void
}

interface Pane<T extends RaRecord> extends Opened<T> {
  /** The page that it shows; null while it is closed. */
  place: string | null
  close: () => void
}

export const paneFrom = 1200
type PaneKey = 'next' | 'previous' | 'close'
const paneKeys: Readonly<Record<string, PaneKey>> = {
  ArrowDown: 'next',
  j: 'next',
  ArrowUp: 'previous',
  k: 'previous',
  Escape: 'close',
}

function paneKeyOf(pressed: Pressed): PaneKey | undefined {
  return paneKeys[latinKey(pressed) ?? '']
}

/**
 * Opens a row beside its list on a wide screen; the address says which. The keys go from row to row, with the pane or
 * without it, and at the end ask for the next page.
 */
export function usePane<T extends RaRecord>(
  rows: readonly T[],
  linkTo: ((row: T) => string) | undefined,
  loadMore: (() => void) | undefined,
  prefetch: ((row: T) => void) | undefined,
): Pane<T> {
  const [params, setParams] = useSearchParams()
  const isWide = useMediaQuery(`(min-width: ${paneFrom}px)`)
  const isInside = use(InPane)
  const features = use(FeaturesContext)
  const canOpen = isWide && !isInside && linkTo !== undefined
  const id = canOpen ? params.get('pane') : null
  const at = rows.findIndex((row) => String(row.id) === id)
  const row = rows[at]
  // What was decided may be no row of the list any more. It stays open, and the keys go on from its place.
  const last = useRef({ at: 0, place: null as string | null })
  if (row && linkTo) last.current = { at, place: linkTo(row) }
  const place = id === null ? null : row && linkTo ? linkTo(row) : last.current.place

  const records = useKnownRecords()
  const around = id === null || at === -1 ? [] : [rows[at + 1], rows[at - 1]]
  const [following] = around
  const aroundIds = around.map((one) => one?.id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each row, which is a new object in each answer
  useEffect(() => {
    if (following) prefetch?.(following)
    for (const one of around) if (one && linkTo) records.readAhead(linkTo(one))
  }, [aroundIds])

  function show(next: T | null) {
    if (next !== null && linkTo) records.know(linkTo(next), next)
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === null) after.delete('pane')
        else after.set('pane', String(next.id))
        return after
      },
      // The way back leads to the list, not through all records that were looked at.
      { replace: id !== null && next !== null },
    )
  }

  function move(by: 1 | -1) {
    const focused = (document.activeElement as HTMLElement | null)?.closest('tr')
    const from =
      id === null
        ? rows.findIndex(
            (row) => String(row.id) === focused?.querySelector<HTMLElement>('[data-row]')?.dataset.row,
          )
        : at >= 0
          ? at
          : by === 1
            ? last.current.at - 1
            : last.current.at
    const next = rows[from === -1 && id === null ? 0 : from + by]
    if (by === 1 && from + by >= rows.length - 1) loadMore?.()
    if (!next) return
    linkOf(next)?.focus({ preventScroll: true })
    linkOf(next)?.closest('tr')?.scrollIntoView({ block: 'nearest' })
    if (id !== null) show(next)
  }

  usePageKeys(
    (pressed) => {
      const key = paneKeyOf(pressed)
      return key === 'close' && id === null ? undefined : key
    },
    (key) => {
      if (key !== 'close') return move(key === 'next' ? 1 : -1)
      if (row) linkOf(row)?.focus()
      show(null)
    },
    linkTo !== undefined && !isInside,
  )

  return {
    id,
    place,
    close: () => show(null),
    onClick(event, row) {
      if (!canOpen || !isPlain(event) || !linkTo || !hasPage(features, linkTo(row))) return
      event.preventDefault()
      if (String(row.id) !== id) show(row)
    },
  }
}

/** A click that asks for nothing else, such as a new tab. */
export function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
}

export function linkOf({ id }: Pick<RaRecord, 'id'>): HTMLElement | null {
  return document.querySelector(`[data-row="${CSS.escape(String(id))}"]`)
}

/** A list, and beside it the page of the record that is open. It is the page itself: it does what the page does. */
export function RecordPane<T extends RaRecord>({
  pane: { place, close },
  label,
  isWide,
  children,
}: {
  pane: Pane<T>
  label: string
  isWide: boolean
  children: ReactNode
}) {
  const translate = useTranslate()
  const body = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record is shown from its beginning
  useEffect(() => {
    body.current?.scrollTo({ top: 0 })
  }, [place])
  const sides = isWide ? 'minmax(240px, 2fr) minmax(0, 7fr)' : 'minmax(0, 1fr) clamp(480px, 36vw, 720px)'
  // The rows stay where they are when it opens and closes: so do the focus and the place that they are scrolled to.
  return (
    <Box sx={place === null ? {} : { display: 'grid', gridTemplateColumns: sides, columnGap: 2 }}>
      <Box sx={{ minWidth: 0 }}>{children}</Box>
      {place !== null && (
        <Box
          component="aside"
          aria-label={translate('kontor.pane.label', { list: label })}
          sx={{
            position: 'sticky',
            top: 48,
            height: 'calc(100vh - 48px)',
            display: 'flex',
            flexDirection: 'column',
            borderLeft: 1,
            borderColor: 'divider',
          }}
        >
          <Stack direction="row" sx={{ justifyContent: 'flex-end', px: 1, height: 40, flexShrink: 0 }}>
            <Tooltip title={translate('kontor.pane.page')}>
              <IconButton component={Link} to={place} aria-label={translate('kontor.pane.page')}>
                <PageIcon fontSize="small" />
              </IconButton>
            </Tooltip>
            <Tooltip title={translate('kontor.pane.close')}>
              <IconButton
                onClick={close}
                aria-label={translate('kontor.pane.close')}
                aria-keyshortcuts="Escape"
              >
                <CloseIcon fontSize="small" />
              </IconButton>
            </Tooltip>
          </Stack>
          <Box ref={body} tabIndex={0} sx={{ overflow: 'auto', flex: 1, px: 2, pb: 2 }}>
            <InPane value={true}>
              <Suspense fallback={<Loading />}>
                <PageAt key={place} place={place} />
              </Suspense>
            </InPane>
          </Box>
        </Box>
      )}
    </Box>
  )
}

function pagesOf(features: readonly Feature[]) {
  return features.flatMap(({ resources = {}, routes = {} }) => [
    ...Object.entries(resources).flatMap(([name, { pages }]) =>
      pages.show ? [{ path: `/${name}/:id/show/*`, Page: pages.show, resource: name }] : [],
    ),
    ...Object.entries(routes).map(([path, Page]) => ({ path, Page, resource: undefined })),
  ])
}

function hasPage(features: readonly Feature[], place: string): boolean {
  return pagesOf(features).some(({ path }) => matchPath(path, pathOf(place)))
}

function pathOf(place: string): string {
  return place.replace(/[?#].*/, '')
}

/** The page that has this address, although the address of the browser is another. */
function PageAt({ place }: { place: string }) {
  const features = use(FeaturesContext)
  return (
    // The routes of the list around it are no part of this address.
    <RouteContext value={{ outlet: null, matches: [], isDataRoute: false }}>
      <Routes location={place}>
        {pagesOf(features).map(({ path, Page, resource }) => (
          <Route
            key={path}
            path={path}
            element={
              resource === undefined ? (
                <Page />
              ) : (
                <ResourceContextProvider value={resource}>
                  <Page />
                </ResourceContextProvider>
              )
            }
          />
        ))}
      </Routes>
    </RouteContext>
  )
}
