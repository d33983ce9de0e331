import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type StatementResponse, statementMaxBytes } from '../../../contract/books/statements.ts'
import { useDirty, useDraft } from '../../shared/forms/drafts.ts'
import { sendStatement } from './send-statement.ts'

/** A file that is being imported, and what came of it. */
export interface Import {
  file: File
  state: 'waiting' | 'uploading' | 'imported' | 'failed'
  share: number
  statement: StatementResponse | null
  failure: unknown
}

export type ImportFault = 'file_empty' | 'file_too_large'

/** What the service would refuse at once, told before the upload. */
export function importFault({ size }: Blob): ImportFault | null {
  if (size === 0) return 'file_empty'
  return size > statementMaxBytes ? 'file_too_large' : null
}

/** Imports files one after the other. */
export function useImports() {
  const queryClient = useQueryClient()
  const [imports, setImports] = useState<Import[]>([])
  const abort = useRef(new AbortController())
  useEffect(() => {
    abort.current = new AbortController()
    return () => abort.current.abort()
  }, [])
  const isBusy = imports.some(({ state }) => state === 'waiting' || state === 'uploading')
  useDirty(useDraft(), isBusy)

  const change = (file: File, changed: Partial<Import>) =>
    setImports((all) => all.map((one) => (one.file === file ? { ...one, ...changed } : one)))

  async function send(file: File, acceptsDifference = false): Promise<void> {
    const { signal } = abort.current
    change(file, { state: 'uploading', share: 0, failure: null })
    try {
      const onProgress = (share: number) => change(file, { share })
      const statement = await sendStatement(file, acceptsDifference, { onProgress, signal })
      change(file, { state: 'imported', statement })
    } catch (failure) {
      if (!signal.aborted) change(file, { state: 'failed', failure })
    } finally {
      for (const key of ['statements', 'statement-lines'])
        void queryClient.invalidateQueries({ queryKey: [key] })
    }
  }

  return {
    imports,
    isBusy,
    async begin(files: readonly File[]): Promise<void> {
      setImports(
        files.map((file) => {
          const fault = importFault(file)
          return { file, state: fault ? 'failed' : 'waiting', share: 0, statement: null, failure: fault }
        }),
      )
      for (const file of files) if (importFault(file) === null) await send(file)
    },
    accept: (file: File) => send(file, true),
    again: (file: File) => send(file),
    close: () => setImports([]),
  }
}
