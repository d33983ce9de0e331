import { useEffect, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { KontorError } from '../../client/src/errors.ts'
import type { Operation } from '../../contract/api/operation.ts'
import { readPaperContent } from '../../contract/operations/purchase-requests/papers.ts'
import type { PaperResponse } from '../../contract/purchase-requests/papers.ts'
import { request } from '../api/client.ts'
import { useErrorText } from '../shared/answers/error-text.ts'
import { saveFile } from '../shared/files/save-file.ts'

/** Each read waits ten seconds for a PDF that is being made. */
const maxReads = 6

/** Saves the PDF of a paper, and waits for it while it is being made. */
export function useDownload({ id, request_id, kind, number, file }: PaperResponse) {
  const notify = useNotify()
  const errorText = useErrorText()
  const [isBusy, setIsBusy] = useState(false)
  const abort = useRef(new AbortController())
  useEffect(() => {
    abort.current = new AbortController()
    return () => abort.current.abort()
  }, [])

  async function download() {
    const { signal } = abort.current
    setIsBusy(true)
    try {
      const response = await readContent({ request_id, paper_id: id }, signal)
      await saveFile(response, file?.name ?? `${kind}-${number}.pdf`)
    } catch (error) {
      if (!signal.aborted) notify(errorText(error), { type: 'error' })
    } finally {
      if (!signal.aborted) setIsBusy(false)
    }
  }
  return { download, isBusy }
}

async function readContent(params: object, signal: AbortSignal): Promise<Response> {
  for (let reads = 1; ; reads++) {
    try {
      return await request<Response>(readPaperContent as unknown as Operation, { params, signal })
    } catch (error) {
      const isRendering = error instanceof KontorError && error.code === 'paper_rendering'
      if (!isRendering || reads >= maxReads || signal.aborted) throw error
    }
  }
}
