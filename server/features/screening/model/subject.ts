import type { Identifier, Schema } from './entry.ts'

/** Who is looked for: a party of ours, or somebody who was asked about. */
export interface Subject {
  /** `LegalEntity` if it can be a person or a company, such as a sole trader. */
  schema: Schema
  /** All spellings of the name, in any script. */
  names: readonly string[]
  /** YYYY-MM-DD, YYYY-MM or YYYY. */
  birthDate?: string | undefined
  /** ISO 3166-1 alpha-2, in lower case. */
  countries?: readonly string[] | undefined
  /** Normalized, see `normalizeIdentifier`. */
  identifiers?: readonly Identifier[] | undefined
  /** Addresses of any network, in any spelling. */
  addresses?: readonly string[] | undefined
}
