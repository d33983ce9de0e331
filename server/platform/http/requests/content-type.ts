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

/** Why a body cannot be read as text of the character set that its content type declares, or undefined. */
export function charsetFailure(contentType: string | undefined): Failure | undefined {
  const declared = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType ?? '')?.[1]
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
