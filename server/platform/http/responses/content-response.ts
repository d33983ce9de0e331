import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../errors.ts'
import type { SentFile } from '../../sent-file.ts'
import { parseRange } from './byte-range.ts'

/** A browser may display a document, but nothing else. */
const contentPolicy =
  "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** Sends a file, or the range of it that was requested. */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, contentType, size, sha256, shown, open }: SentFile,
): Promise<FastifyReply> {
  const etag = `"${sha256.toString('hex')}"`
  const ifRange = request.headers['if-range']
  const asked = ifRange === undefined || ifRange === etag ? request.headers.range : undefined
  const range = parseRange(asked, size)
  reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-security-policy': contentPolicy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    etag,
  })
  if (range === 'none') {
    reply.header('content-range', `bytes */${size}`)
    throw new Failure('unsatisfiable', 'range_not_satisfiable', `The document has ${size} bytes.`)
  }
  const { start, end } = range ?? { start: 0, end: size }
  const content = await open({ start, end })
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${size}`)
  return reply
    .headers({
      'content-type': contentType,
      'content-length': end - start,
      'content-disposition': contentDisposition(shown, name),
    })
    .send(content)
}

/** `Content-Disposition` (RFC 6266) with the name in UTF-8 (RFC 8187) and an ASCII fallback. */
export function contentDisposition(how: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
