import type { Readable } from 'node:stream'

/** `end` is exclusive. */
export type ByteRange = { start: number; end: number }

/** A stored file, as it is sent to a client. */
export interface SentFile {
  name: string
  contentType: string
  size: number
  sha256: Buffer
  /** Whether a browser may show it. */
  shown: 'inline' | 'attachment'
  open(range: ByteRange): Promise<Readable>
}
