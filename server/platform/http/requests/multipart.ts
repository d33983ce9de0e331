import type { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { type Fault, fault, missing } from '../../../../contract/api/faults.ts'
import { Failure, notUtf8 } from '../../errors.ts'
import { mediaTypeFailure } from './content-type.ts'

export type UploadLimits = {
  fileBytes: number
  /** Maximum number of parts; our forms have five. */
  parts: number
  /** Maximum size of everything except the file: fields, headers, boundaries, preamble and epilogue. */
  otherBytes: number
  /** Maximum time without data, and in total, in milliseconds. */
  idle: number
  total: number
}

export type UploadForm = {
  fileField: string
  /** Whether several files may be sent, also in fields whose name ends in `[]`. `takeFile` limits their sum. */
  severalFiles?: boolean
  textFields: readonly string[]
  limits: UploadLimits
  /** Reads the file to the end, or throws. The next file may begin before this one is read. */
  takeFile: (content: Readable, name: string) => Promise<void>
}

export type Upload = {
  fields: Record<string, string>
  hasFile: boolean
  faults: Fault[]
  /** False if reading was stopped early. */
  isWhole: boolean
}

/** For the parser to finish when it has everything and nobody reads any more: only its own callbacks are left. */
const settleMs = 1_000

/** The form is not acceptable; the rest of the body is not read. */
class Stopped extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super('The upload was not read to the end.')
    this.fault = fault
  }
}

/**
 * Reads a multipart form with one file, or several, and some fields, in any order. A file is passed to `takeFile` as a stream, with
 * backpressure. Faults of single parts are collected; a malformed body is a Failure; a body that is too long stops the
 * reading. The request is not destroyed, because the response uses the same connection.
 */
export async function readUpload(
  source: Readable,
  contentType: string,
  { fileField, severalFiles = false, textFields, limits, takeFile }: UploadForm,
): Promise<Upload> {
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) throw mediaTypeFailure(['multipart/form-data'])
  const upload: Upload = { fields: {}, hasFile: false, faults: [], isWhole: true }
  const seen = new Set<string>()
  const parser = openParser(contentType, limits)
  const { promise: stopped, reject: stop } = Promise.withResolvers<never>()
  const files: BusboyFileStream[] = []
  const taking: Promise<void>[] = []
  const allTaken = () => Promise.all(taking)
  const isFileField = (name: string) => name === fileField || (severalFiles && name === `${fileField}[]`)

  function isFirst(name: string): boolean {
    if (seen.has(name)) upload.faults.push(fault(['body', name], 'repeated_field'))
    else seen.add(name)
    return !upload.faults.some(({ loc }) => loc[1] === name)
  }

  parser.on('file', (name: string | undefined, stream: BusboyFileStream, fileName: string | undefined) => {
    // The parser reports an incomplete part itself.
    stream.on('error', () => {})
    if (name === undefined) return stop(malformed('A part of the form has no name.'))
    if (!isText(name) || !isText(fileName)) return stop(notUtf8())
    if (isFileField(name) && fileName !== undefined && (severalFiles || isFirst(name))) {
      upload.hasFile = true
      files.push(stream)
      stream.once('limit', () => stop(new Stopped(tooLarge(fileField, limits.fileBytes))))
      const taken = takeFile(stream, fileName)
      taken.catch(stop)
      taking.push(taken)
      return
    }
    stream.resume()
    if (textFields.includes(name)) {
      upload.faults.push({ loc: ['body', name], msg: 'Input should be a valid string', type: 'string_type' })
    } else if (!isFileField(name)) upload.faults.push(extra(name))
  })
  parser.on('field', (name: string | undefined, value: string) => {
    if (name === undefined) stop(malformed('A part of the form has no name.'))
    else if (!isText(name) || !isText(value)) stop(notUtf8())
    else if (isFileField(name)) upload.faults.push(fault(['body', name], 'file_expected'))
    else if (!textFields.includes(name)) upload.faults.push(extra(name))
    // Browsers send empty inputs as empty fields.
    else if (isFirst(name) && value !== '') upload.fields[name] = value
  })
  parser.on('partsLimit', () => stop(new Stopped(fault(['body'], 'too_many_parts', { parts: limits.parts }))))
  const parsed = new Promise<void>((resolve, reject) => {
    parser.once('finish', resolve)
    parser.on('error', () => reject(malformed()))
  })
  const feeding = feed(source, parser, limits)
  feeding.done.then(async () => {
    await allTaken().catch(() => {})
    // The parser waits forever for the end of a part whose head has none.
    const timer = setTimeout(() => stop(malformed()), settleMs)
    parsed.catch(() => {}).finally(() => clearTimeout(timer))
  }, stop)

  try {
    await Promise.race([Promise.all([feeding.done, parsed]), stopped])
    await allTaken()
  } catch (error) {
    feeding.stop()
    // Ends the file streams and waits until their readers have finished.
    for (const file of files) file.destroy(error as Error)
    await Promise.allSettled(taking)
    parsed.catch(() => {})
    if (!(error instanceof Stopped)) throw error
    upload.faults.push(error.fault)
    upload.isWhole = false
  }
  return upload
}

function openParser(contentType: string, limits: UploadLimits) {
  try {
    return Busboy({
      headers: { 'content-type': contentType },
      // The name is kept as sent; who stores it removes paths.
      preservePath: true,
      highWaterMark: 64 * 1024,
      fileHwm: 64 * 1024,
      limits: {
        fileSize: limits.fileBytes,
        parts: limits.parts,
        fieldSize: 64 * 1024,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
    })
  } catch {
    throw malformed('The body is not a multipart form: its content type has no boundary.')
  }
}

/**
 * Passes the body on chunk by chunk. It uses events, because an iterator that ends early would destroy the request and
 * with it the response. The timeout runs only while we wait for the client.
 */
function feed(source: Readable, parser: ReturnType<typeof openParser>, limits: UploadLimits) {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()
  const most = limits.fileBytes + limits.otherBytes
  let received = 0
  const slow = () => reject(unreadable('The upload stalled or took too long.'))
  const deadline = setTimeout(slow, limits.total)
  let idle = setTimeout(slow, limits.idle)

  function onData(piece: Buffer) {
    received += piece.length
    if (received > most) return reject(tooLong())
    source.pause()
    clearTimeout(idle)
    parser.write(piece, () => {
      idle = setTimeout(slow, limits.idle)
      source.resume()
    })
  }
  function onEnd() {
    if (received === 0) return reject(new Stopped(missing(['body'])))
    parser.end()
    resolve()
  }
  const onClose = () => reject(malformed('The upload was interrupted.'))
  function stop() {
    clearTimeout(deadline)
    clearTimeout(idle)
    source.pause()
    source.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
  }
  source.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
  done.then(stop, stop)
  return { done, stop }
}

/** The parser puts a replacement character for each byte that it cannot decode. Nobody means to send one. */
function isText(value: string | undefined): boolean {
  return !value?.includes('\ufffd')
}

export function tooLarge(field: string, most: number): Fault {
  return {
    loc: ['body', field],
    msg: `The file is larger than ${most / 1024 / 1024} MiB.`,
    type: 'file_too_large',
    ctx: { max_bytes: most },
  }
}

function extra(name: string): Fault {
  return { loc: ['body', name.slice(0, 100)], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }
}

function malformed(sentence = 'The multipart body is malformed or incomplete.'): Failure {
  return new Failure('unreadable', 'malformed_form', sentence)
}

function tooLong(): Failure {
  return new Failure('unreadable', 'body_too_large', 'The body is too long for a form.')
}

function unreadable(sentence: string): Failure {
  return new Failure('unreadable', 'unreadable', sentence)
}
