import { constants, createInflate } from 'node:zlib'
import { type ContentCheck, refused } from './content-check.ts'

/** Names of active or embedded content in a PDF (ISO 32000-2, 12.6.4, 7.11.4, 12.7.8, 13.7). */
const activeNames = new Set([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'XFA',
])
const unusualFilters = [
  'ASCIIHexDecode',
  'AHx',
  'ASCII85Decode',
  'A85',
  'LZWDecode',
  'LZW',
  'RunLengthDecode',
  'RL',
]

/** No name above is longer than this, even with each letter escaped as #xx. */
const longestName = 48
const streamWord = Buffer.from('stream')
/** How many bytes before the keyword `stream` are searched for its dictionary. */
const dictionaryReach = 2_048
const trailerReach = 2_048
const maxInflated = 64 * 1024 * 1024

/**
 * Rejects a PDF that is truncated or has active content. All bytes are searched for names, including compressed object
 * streams. docs/adr/0041 describes the limits.
 */
export function createPdfCheck(): ContentCheck {
  let memory: Buffer = Buffer.alloc(0)
  /** The part of the memory that is looked at. */
  let window = memory
  /** The window was searched up to here; it is kept because a dictionary may start in it. */
  let done = 0
  let inflater: Inflater | undefined
  let inflaterAt = 0
  const budget = { left: maxInflated }

  /** Adds a piece to the window, in the same memory if it is large enough. */
  function append(piece: Buffer) {
    const length = window.length + piece.length
    if (memory.length < length) memory = Buffer.allocUnsafe(length)
    memory.set(window)
    memory.set(piece, window.length)
    window = memory.subarray(0, length)
  }

  async function look(limit: number) {
    findActiveNames(window, done, limit)
    let at = window.indexOf(streamWord, done)
    while (at >= 0 && at < limit) {
      const body = bodyStart(window, at)
      if (body > 0 && holdsObjects(window.subarray(Math.max(0, at - dictionaryReach), at))) {
        await inflater?.feed(window.subarray(inflaterAt, at))
        inflater?.close()
        inflater = createInflater(budget)
        inflaterAt = body
      }
      at = window.indexOf(streamWord, at + streamWord.length)
    }
    if (inflater && inflaterAt < limit) {
      await inflater.feed(window.subarray(inflaterAt, limit))
      inflaterAt = limit
    }
    const kept = Math.max(0, limit - Math.max(dictionaryReach, trailerReach))
    window = window.subarray(kept)
    done = limit - kept
    inflaterAt -= kept
  }

  return {
    async write(piece) {
      append(piece)
      const limit = window.length - longestName
      if (limit > done) await look(limit)
    },
    async end() {
      try {
        await look(window.length)
      } finally {
        inflater?.close()
      }
      if (!window.subarray(-trailerReach).includes('%%EOF')) {
        throw refused('pdf_incomplete')
      }
    },
  }
}

/** The start of the data of a stream (after `stream` and a line end), or 0 if this is not a stream. */
function bodyStart(bytes: Buffer, at: number): number {
  if (bytes.toString('latin1', Math.max(0, at - 3), at) === 'end') return 0
  const end = at + streamWord.length
  if (bytes[end] === 0x0a) return end + 1
  if (bytes[end] === 0x0d) return bytes[end + 1] === 0x0a ? end + 2 : end + 1
  return 0
}

/** Whether this is an object stream (7.5.7). Viewers check N and First, not Type. */
function holdsObjects(before: Buffer): boolean {
  const start = before.lastIndexOf('obj')
  const names = namesIn(before, Math.max(0, start))
  if (names.has('ObjStm') && unusualFilters.some((filter) => names.has(filter))) {
    throw refused('pdf_unusual_encoding')
  }
  return start < 0 || names.has('ObjStm') || (names.has('N') && names.has('First'))
}

/** Runs on every byte: for most slashes in compressed data, the next letter already excludes a match. */
function findActiveNames(bytes: Buffer, from: number, to: number) {
  for (let at = bytes.indexOf(0x2f, from); at >= 0 && at < to; at = bytes.indexOf(0x2f, at + 1)) {
    if (mayBeActive[bytes[at + 1] ?? 0] === 0) continue
    const name = nameAt(bytes, at)
    if (activeNames.has(name)) throw refused('pdf_active_content', { name })
  }
}

/** The first letters of the names, and # for an escaped letter. */
const mayBeActive = new Uint8Array(256)
for (const name of ['#', ...activeNames]) mayBeActive[name.charCodeAt(0)] = 1

function namesIn(bytes: Buffer, from: number): Set<string> {
  const names = new Set<string>()
  for (let at = bytes.indexOf(0x2f, from); at >= 0; at = bytes.indexOf(0x2f, at + 1))
    names.add(nameAt(bytes, at))
  return names
}

/** The name after a slash. Each letter may be written as #xx (7.3.5). */
function nameAt(bytes: Buffer, slash: number): string {
  let end = slash + 1
  while (end < bytes.length && end - slash <= longestName && notRegular[bytes[end] ?? 0] === 0) end += 1
  return bytes
    .toString('latin1', slash + 1, end)
    .replace(/#([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

const notRegular = new Uint8Array(256)
for (const byte of Buffer.from('\0\t\n\f\r ()<>[]{}/%', 'latin1')) notRegular[byte] = 1

type Inflater = ReturnType<typeof createInflater>

/** Searches a compressed object stream. A stream that cannot be decompressed (encrypted file) is skipped. */
function createInflater(budget: { left: number }) {
  const inflate = createInflate({ finishFlush: constants.Z_SYNC_FLUSH })
  let tail: Buffer = Buffer.alloc(0)
  let failure: unknown
  const closed = new Promise<void>((resolve) => inflate.once('close', resolve))
  inflate.on('error', () => {})
  inflate.on('end', () => {
    if (failure === undefined) attempt(() => findActiveNames(tail, 0, tail.length))
    inflate.destroy()
  })
  inflate.on('data', (piece: Buffer) => {
    budget.left -= piece.length
    attempt(() => {
      if (budget.left < 0) throw refused('pdf_unpacked_size')
      const text = Buffer.concat([tail, piece])
      const limit = Math.max(0, text.length - longestName)
      findActiveNames(text, 0, limit)
      tail = text.subarray(limit)
    })
    if (failure !== undefined) inflate.destroy()
  })

  function attempt(look: () => void) {
    try {
      look()
    } catch (error) {
      failure = error
    }
  }

  return {
    async feed(bytes: Buffer) {
      if (!inflate.destroyed && bytes.length > 0) {
        await Promise.race([closed, new Promise<void>((resolve) => inflate.write(bytes, () => resolve()))])
      }
      if (failure !== undefined) throw failure
    },
    /** Searches the rest after the last chunk. */
    close() {
      inflate.destroy()
      if (failure === undefined) findActiveNames(tail, 0, tail.length)
    },
  }
}
