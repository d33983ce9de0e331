import { readStatement } from '../../server/features/statements/readers/read-statement.ts'
import type { ReadLine, ReadSummary } from '../../server/features/statements/readers/statement.ts'

export interface ReadWhole extends ReadSummary {
  lines: ReadLine[]
}

/** A statement with all of its lines, read in pieces of this many bytes. */
export function readWhole(content: Uint8Array, pieceBytes = 4096): ReadWhole {
  const reading = readStatement(function* () {
    // As the service reads files: each piece is in the same buffer.
    const buffer = new Uint8Array(pieceBytes)
    for (let at = 0; at < content.length; at += pieceBytes) {
      const piece = content.subarray(at, at + pieceBytes)
      buffer.set(piece)
      yield buffer.subarray(0, piece.length)
    }
  })
  const lines: ReadLine[] = []
  let next = reading.next()
  for (; !next.done; next = reading.next()) lines.push(next.value)
  return { ...next.value, lines }
}
