import { type ChangesOptions, followChanges } from './changes.ts'
import { type Clock, systemClock } from './clock.ts'
import { keyCredentials } from './credentials.ts'
import { downloadFile } from './download.ts'
import { readEvents } from './event-stream.ts'
import { type Operations, operations } from './generated-operations.ts'
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

/** One function for each operation of the service. */
export type Calls = {
  readonly [Id in OperationId]: (...input: Arguments<Id>) => Promise<ResponseOf<Id>>
}

/** The operations whose response is a page. */
export type ListId = { [Id in OperationId]: ResponseOf<Id> extends Page<unknown> ? Id : never }[OperationId]
type ItemOf<Id extends ListId> = ResponseOf<Id> extends Page<infer Item> ? Item : never

export interface EventOptions extends CallOptions {
  /** Gets the cursor of `GET /v1/changes` at which the stream begins. */
  onPosition?: (cursor: string) => void
}

export interface Kontor extends Calls {
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
  const call = (id: OperationId) => async (input?: Input) => (await send(operations[id], input)).data
  const ids = Object.keys(operations) as OperationId[]
  const calls = Object.fromEntries(ids.map((id) => [id, call(id)])) as unknown as Calls
  return {
    ...calls,
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
