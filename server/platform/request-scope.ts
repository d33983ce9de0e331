import { AsyncLocalStorage } from 'node:async_hooks'
import type { Act } from '../../contract/acts.ts'
import type { Trace } from './trace.ts'

/** The sensitive act that a request is. */
export interface ActOfRequest {
  readonly name: Act
  /** What the caller sent as `Kontor-Approval` and `Kontor-Reason`. */
  readonly approvalId: string | null
  readonly reason: string | null
  /** Set by the policy when it allows the act; until then nothing can be recorded as done. */
  allowed?: { approvalId: string | null; approvedBy: readonly string[]; isUsedUp: boolean }
  /** Approvals that the acts beside it have used up, by act: money that is too much is recorded and accepted. */
  usedBeside?: Readonly<Record<string, string>>
}

/** What is known about the request during which some code runs, for code that is not passed the request. */
export interface RequestScope {
  readonly trace: Trace | undefined
  /** Undefined if the request is no act. */
  act: ActOfRequest | undefined
  /** The administrator who sent the request; null for API keys, and until it is known. */
  administratorId: string | null
  /** Queries that were sent, the time until their results, and the time that they waited for a connection. */
  queries: number
  queryMs: number
  waitMs: number
}

const scopes = new AsyncLocalStorage<RequestScope>()

export function openScope(trace: Trace | undefined): RequestScope {
  return { trace, act: undefined, administratorId: null, queries: 0, queryMs: 0, waitMs: 0 }
}

/** The scope of the request that led here; undefined in periodic jobs and commands. */
export function currentScope(): RequestScope | undefined {
  return scopes.getStore()
}

/** Calls a function that does other work which is due, so that what it records is not that of the act of the request. */
export function besideAct<Result>(call: () => Result): Result {
  const scope = scopes.getStore()
  return scope?.act === undefined ? call() : scopes.run({ ...scope, act: undefined }, call)
}

/** Calls a function within the scope. What it starts and awaits is within the scope as well. */
export function withinScope<Args extends unknown[], Result>(
  scope: RequestScope,
  call: (...args: Args) => Result,
  ...args: Args
): Result {
  return scopes.run(scope, call, ...args)
}
