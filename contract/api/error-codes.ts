import { collect } from '../declarations/all.ts'
import type { FailureKind } from '../declarations/feature.ts'
import type { FaultType } from './fault-types.ts'

export type { FailureKind }

/**
 * Every code that a program can act on, of all features. Codes are stable; the sentences are for people and may change. The
 * console translates by code, so a new code does not compile until the console has texts for it (console/messages.en.ts).
 */

/** Codes of `ErrorResponse`. */
export const failures = collect('failures')
/** The reasons of the code `duplicate`, in `context.reason`. */
export const duplicateReasons = collect('duplicates')
/** Codes of faults of type `value_error`. */
export const ruleFaults = collect('faults')
/** Codes of faults of type `file_type`. */
export const fileFaults = collect('fileFaults')

/** The HTTP status of each kind of failure. */
export const failureStatus: Readonly<Record<FailureKind, number>> = {
  unreadable: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  timed_out: 408,
  conflict: 409,
  gone: 410,
  unsatisfiable: 416,
  limited: 429,
  defect: 500,
  unavailable: 503,
}

export type RuleCode = keyof typeof ruleFaults
export type FileCode = keyof typeof fileFaults
export type FaultCode = FaultType | RuleCode | FileCode
/** The codes of failures, or those of a kind. */
export type FailureCode<K extends FailureKind = FailureKind> = {
  [C in keyof typeof failures]: (typeof failures)[C]['kind'] extends K ? C : never
}[keyof typeof failures]
export type DuplicateReason = keyof typeof duplicateReasons
