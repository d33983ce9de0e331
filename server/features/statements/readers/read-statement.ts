import { isXml, readCamt } from './camt.ts'
import { damaged } from './damaged.ts'
import { readMt } from './mt.ts'
import { isMt } from './mt-fields.ts'
import { isOneC, readOneC } from './one-c.ts'
import type { ReadLine, ReadSummary } from './statement.ts'
import { type Bytes, headOf, inBytes } from './text.ts'

/**
 * Reads a statement of a known format, which its content determines: its lines one after the other, and at the end what
 * the file says about itself. It is never in memory as a whole. Throws StatementDamaged, also after lines were read.
 */
export function* readStatement(file: Bytes): Generator<ReadLine, ReadSummary> {
  const bytes = inBytes(file)
  const head = headOf(bytes, 512)
  if (isOneC(head)) return yield* readOneC(bytes)
  if (isXml(head)) return yield* readCamt(bytes)
  if (isMt(head)) return yield* readMt(bytes)
  throw damaged('statement_format')
}
