import { AsyncLocalStorage } from 'node:async_hooks'
import type { Trace } from './trace.ts'

/** What is known about the request during which some code runs, for code that is not passed the request. */
export interface RequestScope {
  readonly trace: Trace | undefined
  /** The administrator who sent the request; null for API keys, and until it is known. */
  administratorId: string | null
  /** Queries that were sent, the time until their results, and the time that they waited for a connection. */
  queries: number
  queryMs: number
  waitMs: number
  /** What the request has committed to the audit log. What it lets out waits for a checkpoint of these rows. */
  recorded: RecordedEvent[]
}

/** A row of the audit log: its action, and its text as it is hashed. */
export interface RecordedEvent {
  action: string
  event: string
}

const scopes = new AsyncLocalStorage<RequestScope>()

export function openScope(trace: Trace | undefined): RequestScope {
  return { trace, administratorId: null, queries: 0, queryMs: 0, waitMs: 0, recorded: [] }
}

/** The scope of the request that led here; undefined in periodic jobs and commands. */
export function currentScope(): RequestScope | undefined {
  return scopes.getStore()
}

/**
 * Everything that follows is within the scope, as far as the call from outside that led here: each request arrives in a call
 * of its own. Costs half of `withinScope`.
 */
export function enterScope(scope: RequestScope): void {
  scopes.enterWith(scope)
}

/** Calls a function within the scope. What it starts and awaits is within the scope as well. */
export function withinScope<Args extends unknown[], Result>(
  scope: RequestScope,
  call: (...args: Args) => Result,
  ...args: Args
): Result {
  return scopes.run(scope, call, ...args)
}
