import type pg from 'pg'
import { type CopyIn, openCopyIn } from './copy.ts'

const header = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const trailer = Buffer.from([0xff, 0xff])
const flushAt = 64 * 1024
const int4Type = 23
const dayZero = Date.UTC(2000, 0, 1)
const dayLength = 86_400_000

export interface RowWriter {
  row(columns: number): void
  int2(value: number): void
  int4(value: number): void
  /** The value in two halves of 32 bits. */
  int8(high: number, low: number): void
  bool(value: boolean): void
  bytes(value: Uint8Array): void
  text(value: string | null): void
  /** `YYYY-MM-DD` */
  date(value: string | null): void
  int4Array(values: ArrayLike<number>): void
  /** Sends the buffered rows if there are enough. Has to be called between rows. */
  flush(force?: boolean): Promise<void>
  end(): Promise<void>
}

/** Copies rows to a table. The connection cannot be used for anything else until `end`. */
export async function openRows(client: pg.Client, table: string): Promise<RowWriter> {
  return createRowWriter(openCopyIn(client, `copy ${table} from stdin (format binary)`))
}

/** Writes rows in PostgreSQL's binary COPY format and sends them in large chunks. */
function createRowWriter(copy: CopyIn): RowWriter {
  let buffer = Buffer.allocUnsafe(flushAt * 2)
  let at = header.copy(buffer)

  function reserve(bytes: number): void {
    if (at + bytes <= buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, at + bytes))
    buffer.copy(larger, 0, 0, at)
    buffer = larger
  }
  function putInt4(value: number): void {
    at = buffer.writeInt32BE(value, at)
  }
  const writer: RowWriter = {
    row(columns) {
      reserve(2)
      at = buffer.writeInt16BE(columns, at)
    },
    int2(value) {
      reserve(6)
      putInt4(2)
      at = buffer.writeInt16BE(value, at)
    },
    int4(value) {
      reserve(8)
      putInt4(4)
      putInt4(value)
    },
    int8(high, low) {
      reserve(12)
      putInt4(8)
      at = buffer.writeUInt32BE(high, at)
      at = buffer.writeUInt32BE(low, at)
    },
    bool(value) {
      reserve(5)
      putInt4(1)
      at = buffer.writeUInt8(value ? 1 : 0, at)
    },
    bytes(value) {
      reserve(4 + value.length)
      putInt4(value.length)
      buffer.set(value, at)
      at += value.length
    },
    text(value) {
      if (value === null) {
        reserve(4)
        return putInt4(-1)
      }
      reserve(4 + value.length * 3)
      const bytes = buffer.write(value, at + 4)
      putInt4(bytes)
      at += bytes
    },
    date(value) {
      reserve(8)
      if (value === null) return putInt4(-1)
      putInt4(4)
      const day = Date.UTC(Number(value.slice(0, 4)), Number(value.slice(5, 7)) - 1, Number(value.slice(8)))
      putInt4((day - dayZero) / dayLength)
    },
    int4Array(values) {
      reserve(24 + values.length * 8)
      putInt4(values.length === 0 ? 12 : 20 + values.length * 8)
      putInt4(values.length === 0 ? 0 : 1)
      putInt4(0)
      putInt4(int4Type)
      if (values.length === 0) return
      putInt4(values.length)
      putInt4(1)
      for (let i = 0; i < values.length; i++) {
        putInt4(4)
        putInt4(values[i] as number)
      }
    },
    async flush(force = false) {
      if (at < flushAt && !force) return
      const chunk = buffer.subarray(0, at)
      // The copy keeps the chunk until it is sent.
      buffer = Buffer.allocUnsafe(flushAt * 2)
      at = 0
      await copy.write(chunk)
    },
    async end() {
      reserve(trailer.length)
      at += trailer.copy(buffer, at)
      await writer.flush(true)
      await copy.end()
    },
  }
  return writer
}
