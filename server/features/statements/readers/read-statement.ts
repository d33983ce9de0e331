import { isXml, readCamt } from './camt.ts'
import { damaged } from './damaged.ts'
import { isOneC, readOneC } from './one-c.ts'
import type { ReadStatement } from './statement.ts'

/** Reads a statement of a known format, which its content determines. Throws StatementDamaged. */
export function readStatement(bytes: Uint8Array): ReadStatement {
  if (isOneC(bytes)) return readOneC(bytes)
  if (isXml(bytes)) return readCamt(bytes)
  throw damaged('statement_format')
}
