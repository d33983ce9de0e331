import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { Failure } from '../../errors.ts'

/** What an operation reads, by its `bodyType`. */
export const bodyTypes = {
  json: 'application/json',
  multipart: 'multipart/form-data',
  urlencoded: 'application/x-www-form-urlencoded',
} as const

export type BodyContentType = (typeof bodyTypes)[keyof typeof bodyTypes]

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The content type of the body that the operation reads, if it is not JSON. */
    reads?: BodyContentType
  }
}

/** US-ASCII is a part of UTF-8. */
const readable = new Set(['utf-8', 'utf8', 'us-ascii'])

/** Why a body that is coded as its headers declare cannot be read, or undefined. */
export function encodingFailure(headers: IncomingHttpHeaders): Failure | undefined {
  return codingFailure(headers['content-encoding']) ?? charsetFailure(headers['content-type'])
}

/** Otherwise what is compressed would be refused as text that is no UTF-8. */
function codingFailure(coding = 'identity'): Failure | undefined {
  if (/^\s*(identity)?\s*$/i.test(coding)) return undefined
  return new Failure('unreadable', 'coding_not_supported', 'The request body must not be compressed.', {
    supported: ['identity'],
  })
}

function charsetFailure(contentType = ''): Failure | undefined {
  const declared = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType)?.[1]
  if (declared === undefined || readable.has(declared.toLowerCase())) return undefined
  return new Failure('unreadable', 'charset_not_supported', 'The request body must be UTF-8.', {
    supported: ['utf-8'],
  })
}

export function mediaTypeFailure(supported: readonly string[]): Failure {
  return new Failure('unreadable', 'media_type_not_supported', 'The content type is not supported.', {
    supported,
  })
}

/** The content type that the operation of the request reads. */
export function readType({ routeConfig }: FastifyRequest): BodyContentType {
  return routeConfig?.reads ?? 'application/json'
}

/** Why the operation does not read a body of this type, which others may read, or undefined. */
export function wrongType(request: FastifyRequest, type: BodyContentType): Failure | undefined {
  return readType(request) === type ? undefined : mediaTypeFailure([readType(request)])
}
