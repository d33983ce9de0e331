import { crc32 } from 'node:zlib'
import { followWalk, pass, take, type Walk } from './byte-walk.ts'
import { type ContentCheck, refused } from './content-check.ts'

/** Four times an A3 page at 600 dpi. Larger images are not scans but an attempt to exhaust the memory of a viewer. */
const maxPixels = 280_000_000

/** PNG (ISO/IEC 15948): all chunks complete and with valid checksums, the header first, nothing after the end. */
export function createPngCheck(): ContentCheck {
  const walk = followWalk(walkPng())
  return {
    write(piece) {
      if (walk.write(piece).length > 0) {
        throw refused('image_trailing_data')
      }
    },
    end() {
      if (!walk.isDone()) incomplete()
    },
  }
}

function* walkPng(): Walk {
  yield take(8)
  let sawData = false
  for (let first = true; ; first = false) {
    const head = yield take(8)
    const length = head.readUInt32BE(0)
    const type = head.toString('latin1', 4, 8)
    if (first !== (type === 'IHDR') || (first && length !== 13)) damaged()
    let sum = crc32(head.subarray(4))
    if (first) {
      const header = yield take(13)
      checkPixels(header.readUInt32BE(0), header.readUInt32BE(4))
      sum = crc32(header, sum)
    } else {
      yield pass(length, (piece) => {
        sum = crc32(piece, sum)
      })
    }
    if ((yield take(4)).readUInt32BE(0) !== sum) damaged()
    sawData ||= type === 'IDAT'
    if (type === 'IEND') break
  }
  if (!sawData) damaged()
}

/**
 * JPEG (ITU-T T.81): segments up to the first scan, a frame header with a size, and an end marker after it. Data after
 * the end is ignored: phones store previews and depth maps there.
 */
export function createJpegCheck(): ContentCheck {
  const walk = followWalk(walkJpeg())
  let sawEnd = false
  let before = 0
  return {
    write(piece) {
      const scan = walk.write(piece)
      if (!walk.isDone() || scan.length === 0) return
      sawEnd ||= (before === 0xff && scan[0] === 0xd9) || scan.includes(endOfImage)
      before = scan[scan.length - 1] ?? 0
    },
    end() {
      if (!sawEnd) incomplete()
    },
  }
}

function* walkJpeg(): Walk {
  yield take(2)
  let sawFrame = false
  for (;;) {
    let marker = yield take(2)
    if (marker[0] !== 0xff) damaged()
    // Fill bytes may precede any marker.
    while (marker[1] === 0xff) marker = Buffer.concat([marker.subarray(1), yield take(1)])
    const code = marker[1] ?? 0
    if (code === 0x01 || (code >= 0xd0 && code <= 0xd7)) continue
    if (code === 0xd8 || code === 0xd9 || code === 0x00) damaged()
    const length = (yield take(2)).readUInt16BE(0) - 2
    if (length < 0) damaged()
    if (isFrameHeader(code)) {
      if (length < 5) damaged()
      const frame = yield take(5)
      checkPixels(frame.readUInt16BE(3), frame.readUInt16BE(1))
      sawFrame = true
      yield pass(length - 5)
    } else {
      yield pass(length)
    }
    if (code === 0xda) break
  }
  if (!sawFrame) damaged()
}

const endOfImage = Buffer.from([0xff, 0xd9])

/** SOF0 to SOF15. C4, C8 and CC are other markers. */
function isFrameHeader(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc
}

function checkPixels(width: number, height: number) {
  if (width === 0 || height === 0) damaged()
  if (width * height > maxPixels) {
    throw refused('image_too_many_pixels', { millions: maxPixels / 1_000_000 })
  }
}

function damaged(): never {
  throw refused('image_damaged')
}

function incomplete(): never {
  throw refused('image_incomplete')
}
