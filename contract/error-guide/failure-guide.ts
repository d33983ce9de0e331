import type { FailureCode } from '../error-codes.ts'

/** What the documentation says about a failure. */
export interface FailureGuide {
  cause: string
  cure: string
  /** The tags of the operations that fail like this; absent: any operation. */
  of?: readonly string[]
  /** An example of `context`. */
  context?: Record<string, unknown>
}

/** Some codes; a code that does not exist does not compile. */
export type PartOfGuide = Readonly<Partial<Record<FailureCode, FailureGuide>>>

export const retry = 'Wait as long as `Retry-After` says, then send the request again.'
export const signIn = 'Sign in again.'
export const checkId = 'Check the id.'
export const readAgain =
  'Read the object again, look at what has changed, and send the request with its new version.'
