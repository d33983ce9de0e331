import { hash } from 'node:crypto'
import { pipeline, type Readable } from 'node:stream'
import {
  type BrotliOptions,
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  type ZlibOptions,
} from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Coding, codingFor, codings } from './accept-encoding.ts'
import { findTag, inCoding } from './entity-tag.ts'

/** Below this, headers and packets outweigh what compression saves. */
const smallest = 1024

type Compressed = (error: Error | null, bytes: Buffer) => void

// The default quality of Brotli is made for files that are compressed once.
const brotli: BrotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
}
const deflate: ZlibOptions = { level: 5 }
// Files are as long as lists are: compressing must not take longer than reading them from the database.
const [fastBrotli, fastDeflate]: [BrotliOptions, ZlibOptions] = [
  { params: { [constants.BROTLI_PARAM_QUALITY]: 1 }, chunkSize: 64 * 1024 },
  { level: 1, chunkSize: 64 * 1024 },
]

/** In threads of the pool, not on the event loop. */
const compressors: Record<Coding, (content: string | Buffer, done: Compressed) => void> = {
  br: (content, done) => brotliCompress(content, brotli, done),
  gzip: (content, done) => gzip(content, deflate, done),
}

/**
 * A hook of routes whose responses may be compressed. It runs after serialization, and for a client that did not ask it
 * does nothing. Routes whose responses contain secrets do not have it: who can add text to a response could guess a
 * secret beside it from the compressed length (BREACH).
 */
export function compress(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
) {
  const accepted = request.headers['accept-encoding']
  if (accepted === undefined) return done(null, payload)
  const coding = codingFor(accepted)
  if (coding === undefined) return done(null, payload)
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) {
    if (Buffer.byteLength(payload) < smallest) return done(null, payload)
    compressors[coding](payload, (error, bytes) => {
      if (error) return done(error)
      sayCoding(reply, coding)
      done(null, bytes)
    })
    return
  }
  if (!isReadable(payload)) return done(null, payload)
  sayCoding(reply, coding)
  const compressor = coding === 'br' ? createBrotliCompress(fastBrotli) : createGzip(fastDeflate)
  // An error of the source destroys the compressor with it, and so ends the response.
  done(
    null,
    pipeline(payload, compressor, () => {}),
  )
}

/**
 * Responds with a text that never changes while the service runs. It is made when it is first asked for, and compressed once
 * for each coding. Whoever has it asks with its tag whether it is still the same.
 */
export function constantResponse(make: () => string, contentType: string) {
  let content: Buffer | undefined
  let tag = ''
  const compressed = new Map<Coding, Promise<Buffer>>()
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Buffer | undefined> => {
    if (content === undefined) {
      const text = make()
      content = Buffer.from(text)
      tag = hash('sha256', text, 'base64url').slice(0, 16)
    }
    const text = content
    reply.header('cache-control', 'no-cache')
    const known = request.headers['if-none-match']
    const found = known === undefined ? undefined : findTag(known, tag, codings)
    if (found !== undefined) {
      reply.code(304).header('etag', `"${found}"`)
      return undefined
    }
    reply.type(contentType).header('etag', `"${tag}"`)
    const coding = codingFor(request.headers['accept-encoding'] ?? '')
    if (coding === undefined) return text
    let bytes = compressed.get(coding)
    if (bytes === undefined) {
      bytes = new Promise((resolve, reject) => {
        compressors[coding](text, (error, result) => (error ? reject(error) : resolve(result)))
      })
      compressed.set(coding, bytes)
    }
    sayCoding(reply, coding)
    return bytes
  }
}

function sayCoding(reply: FastifyReply, coding: Coding): void {
  reply.header('content-encoding', coding)
  const tag = reply.getHeader('etag')
  if (typeof tag === 'string') reply.header('etag', `"${inCoding(tag.slice(1, -1), coding)}"`)
}

function isReadable(payload: unknown): payload is Readable {
  return typeof (payload as Readable | null)?.pipe === 'function'
}
