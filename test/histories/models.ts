import {
  type PurchaseRequestStatus,
  purchaseRequestTransitions,
} from '../../contract/purchase-requests/purchase-request-rules.ts'
import type { Model } from './linearizability.ts'

/** An object with a version: an organization by its notes, a purchase request by its status. */
export type Versioned = { version: number; value: string | null } | null

export type VersionedCall =
  | { call: 'create' }
  | { call: 'read' }
  /** With a version: only if the object still has it. */
  | { call: 'write'; value: string; version?: number }

export type VersionedResult =
  | { result: 'done'; version: number; value: string | null }
  /** A second creation, or a version that is no longer current. */
  | { result: 'conflict' }

/** A versioned object that is created with `first`. */
export function versionedModel(
  first: string | null,
  {
    ignoresSameValue = false,
    mayFollow = () => true,
  }: {
    /** Whether writing the value that it has changes nothing. */
    ignoresSameValue?: boolean
    /** Whether the second value may be written over the first one; a refusal is a conflict. */
    mayFollow?: (from: string | null, to: string) => boolean
  } = {},
): Model<Versioned, VersionedCall, VersionedResult> {
  function apply(state: Versioned, input: VersionedCall): { next: Versioned; result: 'done' | 'conflict' } {
    if (input.call === 'create') {
      return state
        ? { next: state, result: 'conflict' }
        : { next: { version: 1, value: first }, result: 'done' }
    }
    // Nobody knows the id before the creation has returned.
    if (!state) return { next: null, result: 'conflict' }
    if (input.call === 'read') return { next: state, result: 'done' }
    if (input.version !== undefined && input.version !== state.version)
      return { next: state, result: 'conflict' }
    if (ignoresSameValue && input.value === state.value) return { next: state, result: 'done' }
    if (!mayFollow(state.value, input.value)) return { next: state, result: 'conflict' }
    return { next: { version: state.version + 1, value: input.value }, result: 'done' }
  }
  return {
    initial: null,
    step(state, input, output) {
      const { next, result } = apply(state, input)
      if (result !== output.result) return undefined
      if (output.result === 'conflict') return next
      return next?.version === output.version && next.value === output.value ? next : undefined
    },
    effects: (state, input) => [apply(state, input).next],
    key: (state) => (state ? `${state.version} ${state.value}` : 'absent'),
  }
}

export const organizationModel = versionedModel(null)

export const requestModel = versionedModel('new', {
  ignoresSameValue: true,
  mayFollow: (from, to) =>
    (purchaseRequestTransitions[from as PurchaseRequestStatus] as readonly string[]).includes(to),
})

export type SessionCall = 'use' | 'revoke'

/** A session as one node sees it: once it has been refused, it is never accepted again. */
export const sessionModel: Model<boolean, SessionCall, boolean> = {
  initial: true,
  step(isActive, input, accepted) {
    if (input === 'revoke') return false
    return accepted === isActive ? isActive : undefined
  },
  effects: (isActive, input) => [input === 'revoke' ? false : isActive],
  key: String,
}
