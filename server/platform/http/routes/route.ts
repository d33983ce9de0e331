import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  onSendHookHandler,
} from 'fastify'
import type { Static, TSchema } from 'typebox'
import { type Access, isIdempotent, type Operation } from '../../../../contract/api/operation.ts'
import { type JsonText, serializer } from '../../stored-responses/json-text.ts'
import { bodyTypes } from '../requests/content-type.ts'
import { perOperation } from '../requests/per-operation.ts'
import { validator } from '../requests/validation.ts'
import { compress } from '../responses/compression.ts'
import { readIfMatch } from '../responses/preconditions.ts'
import { followRefusal } from './acts.ts'
import { deprecationHeaders } from './deprecation.ts'
import { endStreamOfHead } from './head.ts'
import { inlined } from './inlined-schema.ts'
import { awaitRelease, type BeforeSent, demandOpenGate } from './release.ts'
import { responder } from './responder.ts'
import { secretRemover } from './without-secrets.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call. A route that does not say is for signed-in administrators only. */
    access?: Access
    byPeople?: boolean
    alsoOneOf?: Operation['alsoOneOf']
    operationId?: string
    /** Allowed to somebody who must enrol a second factor first. */
    whileEnrolling?: boolean
    whileSealed?: boolean
    /** Keys of the body that need one more permission. */
    fieldAccess?: Operation['fieldAccess']
    /** Members and items that a body may have, if not the usual number. */
    mostValues?: number
  }
}

/** The failures that every operation declares; 422 comes to those that take input. */
export const failureStatuses = [400, 401, 403, 404, 409, 429, 500, 503] as const

export type OperationRequest<P extends TSchema, Q extends TSchema, B extends TSchema> = FastifyRequest<{
  Params: Static<P>
  Querystring: Static<Q>
  Body: Static<B>
}>

/**
 * Serves an operation of the contract: guard, validation and serialization follow from its one declaration, so a
 * handler sees only what is allowed and well-formed, and no undeclared field can leave.
 */
export function route<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
  app: FastifyInstance,
  operation: Operation<P, Q, B, A>,
  handler: (request: OperationRequest<P, Q, B>, reply: FastifyReply) => Promise<Static<A> | FastifyReply>,
  { beforeSent }: { beforeSent?: BeforeSent } = {},
): void {
  const validate = validator(operation)
  const respond = responder(operation)
  app.route({
    method: operation.method === 'GET' && !operation.noHead ? ['GET', 'HEAD'] : operation.method,
    exposeHeadRoute: false,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: {
      access: operation.access,
      ...(operation.byPeople && { byPeople: true }),
      ...(operation.alsoOneOf && { alsoOneOf: operation.alsoOneOf }),
      operationId: operation.id,
      ...(operation.whileEnrolling && { whileEnrolling: true }),
      ...(operation.whileSealed && { whileSealed: true }),
      ...(operation.fieldAccess && { fieldAccess: operation.fieldAccess }),
      ...(operation.acts && { acts: operation.acts }),
      ...(operation.bodyType !== 'json' && { reads: bodyTypes[operation.bodyType] }),
      ...(operation.mostValues && { mostValues: operation.mostValues }),
      ...(isIdempotent(operation) && { withoutSecrets: secretRemover(operation.body) }),
    },
    schema: { response: successSchema(operation) },
    serializerCompiler: () => (value) => serializerOf(operation)(value),
    onRequest: requestHooks(operation),
    preHandler: (request, _reply, done) => {
      validate(request)
      if (operation.releases) demandOpenGate(request).then(() => done(), done)
      else done()
    },
    handler: (request, reply) => {
      reply.code(operation.success)
      const handled = handler(request as OperationRequest<P, Q, B>, reply)
      const response = operation.acts ? followRefusal(handled) : handled
      return respond ? respond(request, reply, response) : response
    },
    onSend: sendHooks(operation, beforeSent),
  })
}

/** What is done before anything else. Most operations have no hook. */
function requestHooks({ ifMatch, deprecated }: Operation): onRequestHookHandler[] {
  return [...(ifMatch ? [readIfMatch] : []), ...(deprecated ? [deprecationHeaders(deprecated)] : [])]
}

/** What is done with a response after it was serialized. Most operations have one hook. */
function sendHooks(
  { produces, inParts, secret, releases }: Operation,
  beforeSent: BeforeSent | undefined,
): onSendHookHandler[] {
  const isStream = produces !== undefined
  const mayBeCompressed = !secret && !inParts && !produces?.types.includes('text/event-stream')
  return [
    ...(releases ? [awaitRelease(beforeSent)] : []),
    ...(isStream ? [endStreamOfHead] : []),
    ...(mayBeCompressed ? [compress] : []),
  ]
}

/** Serves an operation whose response is JSON text already: it is sent past the serializer. */
export function textRoute<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
  app: FastifyInstance,
  operation: Operation<P, Q, B, A>,
  handler: (request: OperationRequest<P, Q, B>) => Promise<JsonText<Static<A>>>,
): void {
  route(app, operation, async (request, reply) => {
    const text = await handler(request)
    return reply.header('content-type', 'application/json; charset=utf-8').send(encode(text))
  })
}

/** As UTF-8. A string would be gone through twice, once for its length and once to be sent. */
function encode(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(text.length * 3)
  return bytes.subarray(0, bytes.write(text))
}

/**
 * Only successes get a serializer of their own. Failures are built field by field in error-handler.ts; a serializer for
 * each of them on each route would take seconds.
 */
function successSchema(operation: Operation): Record<number, TSchema> {
  const success = serializedSchema(operation)
  return success ? { [operation.success]: success } : {}
}

/** Compiles what a success of the operation is written with. */
export const serializerOf = perOperation((operation) =>
  serializer(inlined(serializedSchema(operation) ?? {})),
)

function serializedSchema({ serialized, response }: Operation): TSchema | undefined {
  return serialized ?? response
}
