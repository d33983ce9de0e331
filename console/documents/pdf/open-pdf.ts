import { getDocument, type PDFDocumentProxy, PDFWorker, version } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerSrc from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { withPatience } from './with-patience.ts'

/** Beside the console's own files (pdf-files.ts). */
const files = new URL(`/assets/pdf-${version}/`, window.location.href).href

/** An image with more pixels is not decoded. A page that is scanned at 600 dpi has 35 million. */
const mostPixels = 64_000_000

/** The kind of message with which the thread of pdf.js ends a list that it could not finish (`StreamKind.ERROR`). */
const streamError = 5

export interface OpenPdf {
  document: PDFDocumentProxy
  isStrict: boolean
  /** Whether something that was read so far is not as it should be. */
  hasFault: () => boolean
  /** Ends the thread that reads the file, whatever it is doing. */
  close: () => void
}

/**
 * Opens a file in a thread of its own. The policy of the page stays as it is: nothing is evaluated, decoders are JavaScript
 * from this origin, and scripts, forms, links and annotations of the file are not read. `isStrict` fails where the file is
 * not as it should be; otherwise as much as possible is drawn.
 */
export async function openPdf(file: Blob, { isStrict }: { isStrict: boolean }): Promise<OpenPdf> {
  const port = new Worker(workerSrc, { type: 'module' })
  let isFaulty = false
  // A fault in the middle of a page ends its drawing as if the page were whole: only the thread says that it was one.
  port.addEventListener('message', ({ data }: MessageEvent<{ stream?: number } | null>) => {
    if (data?.stream === streamError) isFaulty = true
  })
  const task = getDocument({
    worker: PDFWorker.create({ port, verbosity: 0 }),
    data: new Uint8Array(await file.arrayBuffer()),
    stopAtErrors: isStrict,
    maxImageSize: mostPixels,
    canvasMaxAreaInBytes: 4 * mostPixels,
    cMapUrl: files,
    cMapPacked: true,
    standardFontDataUrl: files,
    wasmUrl: files,
    useWasm: false,
    enableXfa: false,
    // Drawn here, so that what could not be drawn is known.
    disableWorkerRendering: true,
    isOffscreenCanvasSupported: false,
    verbosity: 0,
  })
  const close = () => {
    void task.destroy().catch(() => undefined)
    port.terminate()
  }
  // Without it, the password of an encrypted file would be waited for.
  task.onPassword = close
  try {
    const document = await withPatience(task.promise)
    if (document.numPages < 1) throw new Error('The file has no pages.')
    return { document, isStrict, hasFault: () => isFaulty, close }
  } catch (error) {
    close()
    throw error
  }
}
