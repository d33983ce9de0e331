import { type ChangesOptions, followChanges } from './changes.ts'
import { type Clock, systemClock } from './clock.ts'
import { keyCredentials } from './credentials.ts'
import { downloadFile } from './download.ts'
import { readEvents } from './event-stream.ts'
import { groups, type Operations, operations } from './generated-operations.ts'
import type {
  AdminLoginRequest,
  AdminMeResponse,
  Change,
  ChangeListResponse,
  EventHint,
} from './generated-types.ts'
import { itemsOf, type Page } from './paging.ts'
import { createSender, type SenderOptions } from './sender.ts'
import { createSession, type SessionOptions } from './session.ts'
import type { Answer, CallOptions, Input } from './wire.ts'

export interface KontorOptions extends Omit<SenderOptions, 'credentials'>, Omit<SessionOptions, 'now'> {
  /** An API key (`kontor_…`). Without one, sign in. */
  apiKey?: string | undefined
  clock?: Clock | undefined
}

export type OperationId = keyof Operations
export type InputOf<Id extends OperationId> = Operations[Id]['input'] & CallOptions
export type ResponseOf<Id extends OperationId> = Operations[Id]['response']

/** The input, which may be left out if nothing in it is required. */
type Arguments<Id extends OperationId> = object extends Operations[Id]['input']
  ? [input?: InputOf<Id>]
  : [input: InputOf<Id>]

/** A page. It can also be iterated: over every item of the list, page by page. */
export interface PagePromise<Response, Item> extends Promise<Response>, AsyncIterable<Item> {}

type Answered<Id extends OperationId> =
  ResponseOf<Id> extends Page<infer Item> ? PagePromise<ResponseOf<Id>, Item> : Promise<ResponseOf<Id>>

/** One function for each operation of the service. */
export type Calls = {
  readonly [Id in OperationId]: (...input: Arguments<Id>) => Answered<Id>
}

type Groups = typeof groups
/** The same functions by resource: `kontor.organizations.create`. */
export type GroupedCalls = {
  readonly [Name in keyof Groups]: {
    readonly [Method in keyof Groups[Name]]: Groups[Name][Method] extends OperationId
      ? Calls[Groups[Name][Method]]
      : never
  }
}

/** The operations whose response is a page. */
export type ListId = { [Id in OperationId]: ResponseOf<Id> extends Page<unknown> ? Id : never }[OperationId]
type ItemOf<Id extends ListId> = ResponseOf<Id> extends Page<infer Item> ? Item : never

export interface EventOptions extends CallOptions {
  /** Gets the cursor of `GET /v1/changes` at which the stream begins. */
  onPosition?: (cursor: string) => void
}

export interface Kontor extends Calls, GroupedCalls {
  /** Signs in; `otp` is a one-time code or a recovery code. The session is renewed by itself while it is in use. */
  signIn(credentials: AdminLoginRequest): Promise<AdminMeResponse>
  signOut(): Promise<void>
  /** Like the function of the operation, with status and headers. */
  send<Id extends OperationId>(id: Id, ...input: Arguments<Id>): Promise<Answer<ResponseOf<Id>>>
  /** Every item of a list. */
  items<Id extends ListId>(id: Id, ...input: Arguments<Id>): AsyncGenerator<ItemOf<Id>, void, undefined>
  /** The file behind a `download_url` of a document. */
  download(url: string, options?: CallOptions): Promise<Response>
  /** Hints of what changed, until the stream ends. Missed hints are not repeated: they are in `changes`. */
  events(options?: EventOptions): AsyncGenerator<EventHint, void, undefined>
  /** Every change, in order and without gaps. */
  changes(options?: ChangesOptions): AsyncGenerator<Change, void, undefined>
}

/** A client of the service at `url`. Tokens stay inside: no property of it shows them. */
export function createKontor({ apiKey, refreshToken, onRefreshToken, ...options }: KontorOptions): Kontor {
  checkUrl(options.url)
  const { clock = systemClock } = options
  const session = createSession(() => send, { now: clock.now, refreshToken, onRefreshToken })
  const send = createSender({
    ...options,
    credentials: apiKey === undefined ? session : keyCredentials(apiKey),
  })
  const read = async (id: OperationId, input?: Input) => (await send<unknown>(operations[id], input)).data
  const call = (id: OperationId) => (input?: Input) => {
    const first = read(id, input)
    return Object.assign(first, {
      [Symbol.asyncIterator]: () =>
        itemsOf<never>(
          (query) => read(id, { ...input, query }) as Promise<Page<never>>,
          input?.query as Record<string, unknown> | undefined,
          first as Promise<Page<never>>,
        ),
    })
  }
  const ids = Object.keys(operations) as OperationId[]
  const calls = Object.fromEntries(ids.map((id) => [id, call(id)])) as unknown as Calls
  const grouped = Object.fromEntries(
    Object.entries(groups).map(([name, methods]) => [
      name,
      Object.fromEntries(Object.entries(methods).map(([method, id]) => [method, calls[id as OperationId]])),
    ]),
  ) as unknown as GroupedCalls
  return {
    ...calls,
    ...grouped,
    signIn: session.signIn,
    signOut: session.signOut,
    send: (id: OperationId, input?: Input) => send<never>(operations[id], input),
    items: (id: ListId, input: Input = {}) =>
      itemsOf<never>(
        async (query) => (await send<Page<never>>(operations[id], { ...input, query })).data,
        input.query as Record<string, unknown> | undefined,
      ),
    download: (url, input) =>
      downloadFile(async (wire, sent) => (await send<Response>(wire, sent)).data, url, input),
    async *events({ onPosition, ...input } = {}) {
      const { body } = (await send<Response>(operations.streamEvents, { timeout: 0, ...input })).data
      if (body) yield* readEvents<EventHint>(body, { onPosition })
    },
    changes: (input = {}) =>
      followChanges(
        async (query, callOptions) =>
          (await send<ChangeListResponse>(operations.listChanges, { ...callOptions, query })).data,
        input,
        clock,
      ),
  }
}

function checkUrl(url: string): void {
  const { protocol, username, password } = new URL(url)
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') {
    throw new TypeError('The URL of the service begins with https:// or http:// and has no user name.')
  }
}
