import { isIdempotent, type Operation } from '../../../../contract/api/operation.ts'
import { isRevalidated, isVersioned } from '../../../../contract/operations/versioned.ts'
import { idempotencyKeyPattern } from '../requests/idempotency-key.ts'

/** Headers of requests and responses in the OpenAPI document: each is a component, described once. */

const text = (more: object = {}) => ({ type: 'string', ...more })

const requestHeaders = {
  'Idempotency-Key': {
    description:
      'Chosen by the client, new for each object to create. A repeat with the same key and body returns the first response, with `Idempotency-Replayed: true`, and creates nothing.',
    schema: text({ pattern: idempotencyKeyPattern }),
    example: '0198c7a2-6f1e-7c3b-9d52-3f8e1a7b4c60',
  },
  'If-Match': {
    description:
      'The `ETag` of the object as it was read, several of them, or `*`. Only the version in it is compared: another current version is 409 `version_conflict`, and nothing changes.',
    schema: text(),
    example: '"3.x7YkQ0aZ2bLm"',
  },
  'If-None-Match': {
    description:
      'The `ETag` of what the client has. If it is still the same, the response is 304 without a body.',
    schema: text(),
    example: '"3.x7YkQ0aZ2bLm"',
  },
  'Kontor-Approval': {
    description:
      'The approval to use, if the policy asks for one. Without it, the one of the same person and content is taken.',
    schema: text({ format: 'uuid' }),
    example: '0198c7a2-6f1e-7c3b-9d52-3f8e1a7b4c60',
  },
  'Kontor-Reason': {
    description:
      'Why it is done: UTF-8 text with percent-encoding, at most 255 characters. Shown to those who approve, and kept in the audit log.',
    schema: text(),
    example: 'Move%20to%20cold%20storage',
  },
  Range: {
    description: 'One range of bytes to send.',
    schema: text(),
    example: 'bytes=0-65535',
  },
  'X-Request-Id': {
    description:
      'Names the request in the log and in the response. Without it, or if it has other characters, the service makes one.',
    schema: text({ pattern: '^[A-Za-z0-9._-]{1,64}$' }),
    example: 'import-2026-01-31-17',
  },
  traceparent: {
    description: 'The trace that the request belongs to (W3C Trace Context), for the log.',
    schema: text(),
    example: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  },
}

const responseHeaders = {
  'X-Request-Id': {
    description: 'The id of the request in the log: the one that was sent, or a new one.',
    schema: text(),
    example: 'c1d7a4de-53c5-4a9e-8f0f-6b8b7f3d2a11',
    required: true,
  },
  Deprecation: {
    description: 'Since when the operation is deprecated.',
    schema: text(),
    example: '@1798761600',
  },
  Sunset: {
    description: 'When the operation will be removed.',
    schema: text(),
    example: 'Thu, 01 Jul 2027 00:00:00 GMT',
  },
  RateLimit: {
    description: 'What is left of the limit (`r`), and the seconds until it starts again (`t`).',
    schema: text(),
    example: '"default";r=1187;t=42',
  },
  'RateLimit-Policy': {
    description: 'The limit: requests (`q`) in so many seconds (`w`).',
    schema: text(),
    example: '"default";q=1200;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is sent again.',
    schema: { type: 'integer', minimum: 0 },
    example: 5,
    required: true,
  },
  'WWW-Authenticate': {
    description: 'What kind of credential is needed.',
    schema: text(),
    example: 'Bearer',
    required: true,
  },
  'Content-Encoding': {
    description: 'How the body is compressed. Only if `Accept-Encoding` asks for it.',
    schema: text({ enum: ['br', 'gzip'] }),
    example: 'gzip',
  },
  Location: {
    description: 'The path at which the created object can be read.',
    schema: text({ format: 'uri-reference' }),
    example: '/v1/organizations/0198c7a2-6f1e-7c3b-9d52-3f8e1a7b4c60',
    required: true,
  },
  'Redirect-Location': {
    description: 'Where the browser goes: to the identity provider, or to a page of the console.',
    schema: text({ format: 'uri-reference' }),
    example: '/#/single-sign-on',
    required: true,
  },
  ETag: {
    description:
      'The version of the object and a hash of the body, followed by the content coding if there is one. For `If-Match` and `If-None-Match`.',
    schema: text({ pattern: '^"\\d+\\.[A-Za-z0-9_-]{12}(-br|-gzip)?"$' }),
    example: '"3.x7YkQ0aZ2bLm"',
    required: true,
  },
  'Content-ETag': {
    description: 'The SHA-256 of the whole content. For `If-Range`.',
    schema: text({ pattern: '^"[0-9a-f]{64}"$' }),
    example: '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  },
  'Idempotency-Replayed': {
    description:
      '`true` if this is the first response to this `Idempotency-Key`, sent again. Absent otherwise.',
    schema: text({ enum: ['true'] }),
    example: 'true',
  },
  'Set-Cookie': {
    description: 'Sets or clears the refresh cookie of the console, or the cookie of a single sign-on.',
    schema: text(),
    example: '__Host-kontor_refresh=…; Path=/; Secure; HttpOnly; SameSite=Strict',
  },
  'Content-Disposition': {
    description: 'The name of the file, and whether a browser may display it.',
    schema: text(),
    example: 'attachment; filename="audit-events.ndjson"',
  },
  'Accept-Ranges': {
    description: 'Ranges of bytes may be requested.',
    schema: text({ enum: ['bytes'] }),
    example: 'bytes',
  },
  'Content-Range': {
    description: 'Which bytes were sent, and how many there are.',
    schema: text(),
    example: 'bytes 0-65535/181220',
    required: true,
  },
}

type RequestHeader = keyof typeof requestHeaders
type ResponseHeader = keyof typeof responseHeaders

/** For `components.parameters` and `components.headers`. */
export function headerComponents(operations: readonly Operation[]) {
  const { Deprecation, Sunset, ...always } = responseHeaders
  const hasDeprecated = operations.some(({ deprecated }) => deprecated)
  return {
    headers: { ...always, ...(hasDeprecated && { Deprecation, Sunset }) },
    parameters: Object.fromEntries(
      Object.entries(requestHeaders).map(([name, header]) => [name, { name, in: 'header', ...header }]),
    ),
  }
}

/** The headers that the operation understands, besides those of every request. */
export function headerParameters(operation: Operation): { $ref: string }[] {
  const names: RequestHeader[] = [
    ...(isIdempotent(operation) ? (['Idempotency-Key'] as const) : []),
    ...(operation.ifMatch ? (['If-Match'] as const) : []),
    ...(isRevalidated(operation) ? (['If-None-Match'] as const) : []),
    ...(operation.inParts ? (['Range'] as const) : []),
    ...(operation.acts ? (['Kontor-Approval', 'Kontor-Reason'] as const) : []),
    ...(operation.rowActs ? (['Kontor-Reason'] as const) : []),
    'X-Request-Id',
    'traceparent',
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

/** The headers of a response with this status. */
export function headersOf(
  operation: Operation,
  status: number,
): { headers: Record<string, { $ref: string }> } {
  const all: ResponseHeader[] = [
    'X-Request-Id',
    'RateLimit',
    'RateLimit-Policy',
    ...(operation.deprecated ? (['Deprecation', 'Sunset'] as const) : []),
    ...(isSuccess(status) ? successHeaders(operation, status) : failureHeaders(operation, status)),
  ]
  return {
    headers: Object.fromEntries(all.map((name) => [nameOf(name), { $ref: `#/components/headers/${name}` }])),
  }
}

function isSuccess(status: number): boolean {
  return status < 400 || status === 416
}

function successHeaders(operation: Operation, status: number): ResponseHeader[] {
  const { location, redirects, setsCookie, secret, inParts, produces } = operation
  return [
    ...(secret || inParts || redirects || status === 304 ? [] : (['Content-Encoding'] as const)),
    ...(isVersioned(operation) ? (['ETag'] as const) : []),
    ...(location ? (['Location'] as const) : []),
    ...(redirects ? (['Redirect-Location'] as const) : []),
    ...(isIdempotent(operation) ? (['Idempotency-Replayed'] as const) : []),
    ...(setsCookie ? (['Set-Cookie'] as const) : []),
    ...(produces && status !== 416 ? (['Content-Disposition'] as const) : []),
    ...(inParts ? (['Accept-Ranges', 'Content-ETag'] as const) : []),
    ...(status === 206 || status === 416 ? (['Content-Range'] as const) : []),
  ]
}

function failureHeaders({ secret, inParts, setsCookie }: Operation, status: number): ResponseHeader[] {
  return [
    ...(secret || inParts ? [] : (['Content-Encoding'] as const)),
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(status === 401 && setsCookie ? (['Set-Cookie'] as const) : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
  ]
}

/** Described apart, because they mean something else there, but they are the same headers. */
function nameOf(component: ResponseHeader): string {
  if (component === 'Redirect-Location') return 'Location'
  return component === 'Content-ETag' ? 'ETag' : component
}
