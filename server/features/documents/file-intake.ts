import type { Readable } from 'node:stream'
import type { Draft } from '../../platform/blobs/blob-storage.ts'
import type { SealKey } from '../../platform/blobs/sealed-stream.ts'
import type { Scanner } from './checks/clamd.ts'
import type { InspectionPool } from './checks/inspection-pool.ts'
import { type ReceivedContent, receiveContent } from './upload/intake.ts'

export { startStream } from './document-content.ts'
export { cleanFileName } from './upload/file-name.ts'
export { Infected, type ReceivedContent } from './upload/intake.ts'
export { readUploadForm } from './upload-form.ts'

/** Receives files of other features: checked, scanned and sealed as documents are. */
export type FileIntake = (
  content: Readable,
  allowed: readonly string[],
  target: { draft: Draft; seal: SealKey },
) => Promise<ReceivedContent>

export function createFileIntake(tools: {
  scanner: Scanner | undefined
  inspection: Pick<InspectionPool, 'inspect'>
}): FileIntake {
  return (content, allowed, target) => receiveContent(content, allowed, { ...target, ...tools })
}
