import {
  AnnotationMode,
  type PageViewport,
  type PDFPageProxy,
  type RenderTask,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { OpenPdf } from './open-pdf.ts'
import { withPatience } from './with-patience.ts'

/** A page that is longer or wider than this is not drawn: it would be a mountain of screens. */
export const mostRatio = 12
/** So wide is a page that nobody looks at yet: enough to see whether it can be drawn. */
const unseenWidth = 150

export type PageState = 'drawn' | 'incomplete' | 'failed'

export async function takePage({ document }: OpenPdf, index: number) {
  const page = await withPatience(document.getPage(index + 1))
  const { width, height } = page.getViewport({ scale: 1 })
  const ratio = height / width
  if (!(ratio < mostRatio && ratio > 1 / mostRatio)) throw new Error('The page has an impossible shape.')
  return { page, width, ratio }
}

/** Draws a page, and fails where something of it is not as it should be. */
export async function paintPage(
  opened: OpenPdf,
  page: PDFPageProxy,
  canvas: HTMLCanvasElement,
  viewport: PageViewport,
  onTask?: (task: RenderTask) => void,
): Promise<void> {
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.DISABLE })
  onTask?.(task)
  await withPatience(task.promise)
  if (opened.isStrict && opened.hasFault()) throw new Error('The page ends in the middle.')
}

/** Whether all of a page that was painted just now is to be seen. */
export async function stateOf(page: PDFPageProxy): Promise<PageState> {
  return !lacksPictures(page) && !(await hasNotes(page)) ? 'drawn' : 'incomplete'
}

/**
 * Draws every page once where nobody sees it, one after the other. What is approved with one key could be seen as a whole, and
 * not its first page only.
 */
export async function checkPages(
  opened: OpenPdf,
  {
    isOver,
    isKnown,
    tell,
  }: {
    isOver: () => boolean
    isKnown: (index: number) => boolean
    tell: (index: number, state: PageState) => void
  },
): Promise<void> {
  const canvas = document.createElement('canvas')
  for (let index = 0; index < opened.document.numPages; ) {
    // Nothing is drawn in a tab that nobody looks at: it would seem to take too long.
    await untilVisible()
    if (isOver()) return
    const state = isKnown(index) ? undefined : await tryPage(opened, index, canvas)
    if (isOver()) return
    if (state === 'failed' && document.hidden) continue
    if (state) tell(index, state)
    index++
  }
}

async function tryPage(opened: OpenPdf, index: number, canvas: HTMLCanvasElement): Promise<PageState> {
  let task: RenderTask | undefined
  try {
    const { page, width } = await takePage(opened, index)
    const viewport = page.getViewport({ scale: unseenWidth / width })
    await paintPage(opened, page, canvas, viewport, (started) => {
      task = started
    })
    const state = await stateOf(page)
    page.cleanup()
    return state
  } catch {
    task?.cancel()
    return 'failed'
  } finally {
    canvas.width = 0
    canvas.height = 0
  }
}

async function untilVisible(): Promise<void> {
  while (document.hidden)
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
}

/** Images that could not be decoded are left out of the picture without an error. */
function lacksPictures({ objs, commonObjs }: PDFPageProxy): boolean {
  const pictures = [...(objs as Iterable<[string, unknown]>), ...(commonObjs as Iterable<[string, unknown]>)]
  return pictures.some(([id, data]) => /img_/.test(id) && data === null)
}

/** Notes, stamps and fields are not drawn. Links have nothing to see. */
async function hasNotes(page: PDFPageProxy): Promise<boolean> {
  const notes = (await withPatience(page.getAnnotations())) as { subtype?: string }[]
  return notes.some(({ subtype }) => subtype !== 'Link' && subtype !== 'Popup')
}
