import { constants, crc32, deflateRawSync } from 'node:zlib'
import { serveTasks } from '../workers/serve-tasks.ts'
import type { PackedRows, SheetTask } from './sheet-pool.ts'
import { sheetXml } from './sheet-xml.ts'

const lineFeed = 0x0a
const pieceBytes = 1024 ** 2
/** Each piece ends at a byte, so that pieces that were packed apart are one stream. */
const options = { level: constants.Z_BEST_SPEED, finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 256 * 1024 }

serveTasks<SheetTask, PackedRows>(
  ({ rows, cells, checksum }) => {
    const packed: Buffer[] = []
    let size = 0
    const countRows = linesOf(rows)
    for (const piece of sheetXml(rows, cells, pieceBytes)) {
      checksum = crc32(piece, checksum)
      size += piece.length
      packed.push(deflateRawSync(piece, options))
    }
    return { packed: Uint8Array.from(Buffer.concat(packed)), size, checksum, rows: countRows }
  },
  ({ packed }) => [packed.buffer],
)

/** Line ends within a cell are written with a backslash. */
function linesOf(rows: Uint8Array): number {
  let count = 0
  for (let at = rows.indexOf(lineFeed); at !== -1; at = rows.indexOf(lineFeed, at + 1)) count += 1
  return count
}
