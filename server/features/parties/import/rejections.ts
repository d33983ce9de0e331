import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { ImportRefused } from './import-refused.ts'

export interface Rejection {
  file: string
  line: number
  fault: string
}

/** Collects the first rejected rows, and writes all of them to the report file if there is one. */
export function createRejections(reportFile: string | undefined, maxCollected = 100) {
  const first: Rejection[] = []
  const stream = reportFile === undefined ? undefined : createWriteStream(reportFile)
  let failure: Error | undefined
  stream?.on('error', (error) => {
    failure = error
  })
  return {
    first,
    async add(rejection: Rejection): Promise<void> {
      if (first.length < maxCollected) first.push(rejection)
      if (failure) throw new ImportRefused('failed', `The report cannot be written: ${failure.message}.`)
      const line = `${rejection.file}:${rejection.line}: ${rejection.fault}\n`
      if (stream?.write(line) === false) await once(stream, 'drain')
    },
    async close(): Promise<void> {
      if (!stream || failure) return
      stream.end()
      await finished(stream)
    },
  }
}

export type Rejections = ReturnType<typeof createRejections>
