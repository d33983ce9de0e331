import { type TObject, type TSchema, type TUnsafe, Type } from 'typebox'
import type { Act } from './acts.ts'
import { field, Id, isObject } from './common.ts'
import type { Fault } from './faults.ts'
import type { Permission } from './roles.ts'

/** A group of operations in the documentation. */
export interface Tag {
  name: string
  description: string
  /** All its operations are left out of the promise of docs/api-policy.md: they may change in any release. */
  isPreview?: boolean
  /** What the ids of its operations call the resource, where that is not the name: the client package shortens them by it. */
  nouns?: readonly string[]
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call the operation: `anyone` without credentials, `signed_in` with any session or API key, `session` with a
 * session, otherwise callers with this permission.
 */
export type Access = 'anyone' | 'signed_in' | 'session' | Permission

/** A response that is not JSON: its content types, and what it looks like. */
export interface Produced {
  types: readonly string[]
  schema: TSchema
}

/** Credentials beside the access token that the guard checks. */
export type Credential = 'bearer' | 'refresh_cookie'

/**
 * The single declaration of an operation. Routes, guards, validation, serialization, OpenAPI and the console's client
 * follow from it.
 */
export interface Operation<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Response extends TSchema = TSchema,
> {
  id: string
  method: Method
  /** With `{name}` for path parameters, as OpenAPI writes it. */
  path: string
  tag: Tag
  summary: string
  description?: string
  access: Access
  /** One of these credentials is needed, and checked by the route itself. */
  credentials?: readonly Credential[]
  /** The success status. */
  success: number
  /** The documented schema of the success response; undefined means JSON without a declared schema. */
  response: Response | undefined
  /** The schema for serialization, if the documented one is open. */
  serialized?: TSchema
  params: Params | undefined
  query: Query | undefined
  body: Body | undefined
  /** The content type of the body. */
  bodyType: 'json' | 'multipart' | 'urlencoded'
  /** A request without a body is one with `{}`. */
  bodyMayBeAbsent?: boolean
  /** The types that the file of a multipart body may have. */
  fileTypes?: readonly string[]
  /**
   * Not for API keys, although one of their scopes has the permission: people vote, take away, stop what runs, and read what
   * a scope to change something is not meant for.
   */
  byPeople?: boolean
  /** Besides `access`, one of these permissions, by what the body asks for. */
  alsoOneOf?: readonly Permission[]
  /** Keys of the body that need one more permission, besides `access`. */
  fieldAccess?: Readonly<Record<string, Permission>>
  /** Rules that a schema cannot express. They get the raw body and must accept any shape of it. */
  rules?: (body: unknown) => Fault[]
  /** Beyond the 32 operations of the specification. */
  extension: boolean
  /** A success response that is not JSON (a file, a stream). */
  produces?: Produced
  /** The success response has no body and sends a browser to another place. */
  redirects?: boolean
  /** A range of the success response may be requested (206); one outside of it is refused (416). */
  inParts?: boolean
  /** A place in a log is part of the request; one that is no longer kept is refused (410). */
  expires?: boolean
  /** Where what was created can be read: a path whose `{name}` are fields of the response. Sent as `Location`. */
  location?: string
  /** The operation changes an object with a version, and only if `If-Match`, when sent, names that version. */
  ifMatch?: boolean
  /** The response contains a secret or a credential. It is never compressed, because its length would tell of it. */
  secret?: boolean
  /**
   * What it returns lets coins, secrets or many records out. The response is sent after a signed checkpoint that covers its
   * audit row is in every place (docs/audit.md).
   */
  releases?: boolean
  /** The response sets a cookie of the console. */
  setsCookie?: boolean
  /** Left out of the promise of docs/api-policy.md, as all operations of a tag can be. */
  isPreview?: boolean
  /** It works as before, but a later major version will be without it. Dates such as `2027-01-31`. */
  deprecated?: { since: string; sunset: string }
  /**
   * The sensitive acts that it can be, under the policy. The first that fits the raw body is the one of a request, which
   * its audit rows tell of; others that fit are done beside it.
   */
  acts?: readonly DeclaredAct[]
  /** The acts that each row of a bulk operation can be, by the fields of the row. */
  rowActs?: readonly DeclaredAct[]
  /** Honours an `Idempotency-Key`, although it creates nothing. */
  isKeyed?: boolean
  /** Members and items that its body may have, if it is larger than others. */
  mostValues?: number
  /** Allowed to an administrator whose role needs a second factor and who has none yet. */
  whileEnrolling?: boolean
  /** A change that is allowed in a session of which nobody knows whether the service opened it: the vault is sealed. */
  whileSealed?: boolean
  /** Reading is recorded and means something, so HEAD, which reads nothing, is 404. */
  noHead?: boolean
}

/** With `when`, only if the raw body has this key, or this value of it. */
export interface DeclaredAct {
  name: Act
  when?: { key: string; value?: string | true }
}

type Declared<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema> = Partial<
  Operation<P, Q, B, A>
> &
  Pick<Operation, 'id' | 'method' | 'path' | 'tag' | 'summary' | 'access'>

export function operation<
  P extends TSchema = TUnsafe<unknown>,
  Q extends TSchema = TUnsafe<unknown>,
  B extends TSchema = TUnsafe<unknown>,
  A extends TSchema = TUnsafe<unknown>,
>(declared: Declared<P, Q, B, A>): Operation<P, Q, B, A> {
  return {
    success: 200,
    response: undefined,
    params: undefined,
    query: undefined,
    body: undefined,
    bodyType: 'json',
    extension: false,
    ...declared,
  }
}

export const organizationParams: TObject<{ organization_id: typeof Id }> = Type.Object({
  organization_id: field(Id, 'The id of the organization'),
})
export const requestParams: TObject<{ request_id: typeof Id }> = Type.Object({
  request_id: field(Id, 'The id of the purchase request'),
})

/** Whether the operation has input that can be invalid, so that it declares 422. Extensions refuse unknown parameters. */
export function takesInput(operation: Operation): boolean {
  return Boolean(operation.params || operation.query || operation.body || operation.extension)
}

/** Every POST that creates honours an `Idempotency-Key`, and so do bulk operations. */
export function isIdempotent({
  method,
  success,
  isKeyed,
}: Pick<Operation, 'method' | 'success' | 'isKeyed'>): boolean {
  return isKeyed === true || (method === 'POST' && success === 201)
}

/** The acts that a request is, the one that it is about first; none if it is no act. */
export function actsOf(acts: Operation['acts'] = [], body: unknown): Act[] {
  return acts.filter(({ when }) => !when || fits(when, body)).map(({ name }) => name)
}

function fits({ key, value }: NonNullable<DeclaredAct['when']>, body: unknown): boolean {
  if (!isObject(body) || !Object.hasOwn(body, key)) return false
  return value === undefined || body[key] === value
}
