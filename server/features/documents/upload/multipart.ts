import type { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { type Fault, valueError } from '../../../../contract/common.ts'
import { Failure } from '../../../platform/errors.ts'

export type UploadLimits = {
  fileBytes: number
  /** Parts of any sort; a form of ours has five. */
  parts: number
  /** Everything that is no file: fields, headers, boundaries, whatever stands before and after them. */
  otherBytes: number
  /** How long nothing may arrive, and how long all of it may take, in milliseconds. */
  idle: number
  total: number
}

export type UploadForm = {
  fileField: string
  textFields: readonly string[]
  limits: UploadLimits
  /** Reads the file to its end, or fails. */
  takeFile: (content: Readable, name: string) => Promise<void>
}

export type Upload = {
  fields: Record<string, string>
  hasFile: boolean
  faults: Fault[]
  /** False when so much was wrong that the rest was not looked at. */
  isWhole: boolean
}

/** What is wrong is known well enough; the rest of the body is not read. */
class Stopped extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super('The upload was not read to its end.')
    this.fault = fault
  }
}

/**
 * Reads a multipart form with one file and some fields, in any order. The file goes to `takeFile` while it arrives, and
 * no faster than it is taken. Faults of single parts are gathered; a body that cannot be read is a Failure, and what
 * goes on too long ends the reading at once. The source is left as it is: the response has yet to travel back.
 */
export async function readUpload(
  source: Readable,
  contentType: string,
  { fileField, textFields, limits, takeFile }: UploadForm,
): Promise<Upload> {
  const upload: Upload = { fields: {}, hasFile: false, faults: [], isWhole: true }
  const seen = new Set<string>()
  const parser = openParser(contentType, limits)
  const { promise: stopped, reject: stop } = Promise.withResolvers<never>()
  let file: BusboyFileStream | undefined
  let taken: Promise<void> | undefined

  function isFirst(name: string): boolean {
    if (seen.has(name)) upload.faults.push(valueError(['body', name], 'the field must be sent only once'))
    else seen.add(name)
    return !upload.faults.some(({ loc }) => loc[1] === name)
  }

  parser.on('file', (name: string | undefined, stream: BusboyFileStream, fileName: string | undefined) => {
    // A part that breaks off is told by the parser itself.
    stream.on('error', () => {})
    if (name === undefined) return stop(unreadable('A part of the form has no name.'))
    if (name === fileField && fileName !== undefined && isFirst(name)) {
      upload.hasFile = true
      file = stream
      stream.once('limit', () => stop(new Stopped(tooLarge(fileField, limits.fileBytes))))
      taken = takeFile(stream, fileName)
      taken.catch(stop)
      return
    }
    stream.resume()
    if (textFields.includes(name)) {
      upload.faults.push({ loc: ['body', name], msg: 'Input should be a valid string', type: 'string_type' })
    } else if (name !== fileField) upload.faults.push(extra(name))
  })
  parser.on('field', (name: string | undefined, value: string) => {
    if (name === undefined) stop(unreadable('A part of the form has no name.'))
    else if (name === fileField) upload.faults.push(valueError(['body', name], 'a file is expected here'))
    else if (!textFields.includes(name)) upload.faults.push(extra(name))
    // An empty input of a form is one that was left out.
    else if (isFirst(name) && value !== '') upload.fields[name] = value
  })
  parser.on('partsLimit', () =>
    stop(new Stopped(valueError(['body'], `a form has at most ${limits.parts} parts`))),
  )
  const parsed = new Promise<void>((resolve, reject) => {
    parser.once('finish', resolve)
    parser.on('error', () => reject(unreadable('The multipart body is broken or cut off.')))
  })
  const feeding = feed(source, parser, limits)

  try {
    await Promise.race([Promise.all([feeding.done, parsed]), stopped])
    await taken
  } catch (error) {
    feeding.stop()
    // Whoever takes the file learns that no more of it comes, and has let go of it before this returns.
    file?.destroy(error as Error)
    await taken?.catch(() => {})
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
      // Paths are cut off the name where the name is cleaned; here it stays as it was sent.
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
    throw unreadable('The body is no multipart form: its content type names no boundary.')
  }
}

/**
 * Hands the body on piece by piece. By events and not as an iterator: one that is left early would destroy the request,
 * and the response with it. The clock of the client runs only while we wait for the client.
 */
function feed(source: Readable, parser: ReturnType<typeof openParser>, limits: UploadLimits) {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()
  const most = limits.fileBytes + limits.otherBytes
  let received = 0
  const slow = () => reject(unreadable('The upload stopped, or took too long.'))
  const deadline = setTimeout(slow, limits.total)
  let idle = setTimeout(slow, limits.idle)

  function onData(piece: Buffer) {
    received += piece.length
    if (received > most) return reject(unreadable('The body is longer than any form that could be accepted.'))
    source.pause()
    clearTimeout(idle)
    parser.write(piece, () => {
      idle = setTimeout(slow, limits.idle)
      source.resume()
    })
  }
  function onEnd() {
    if (received === 0) return reject(new Stopped({ loc: ['body'], msg: 'Field required', type: 'missing' }))
    parser.end()
    resolve()
  }
  const onClose = () => reject(unreadable('The upload was broken off.'))
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

function tooLarge(field: string, most: number): Fault {
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

function unreadable(sentence: string): Failure {
  return new Failure('unreadable', 'unreadable', sentence)
}
