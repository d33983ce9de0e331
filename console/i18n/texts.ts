import type { Act } from '../../contract/api/acts.ts'
import type { DuplicateReason, FailureCode, FaultCode } from '../../contract/api/error-codes.ts'
import type { AuditAction } from '../../contract/events/audit.ts'

/** Texts by name, nested. */
export interface Tree {
  [name: string]: string | Tree
}

/** What a union of trees has in a table, such as `errors`. */
type NamesIn<Texts, Table extends string> = Texts extends Record<Table, infer Names> ? keyof Names : never
/** `subject.verb` for each text of a table such as `action_name`. */
type PairsIn<Texts, Table extends string> =
  Texts extends Record<Table, infer Subjects>
    ? { [S in keyof Subjects & string]: `${S}.${keyof Subjects[S] & string}` }[keyof Subjects & string]
    : never

/** The codes, actions and acts of the contract that a union of trees has no text for. */
export type Untranslated<Texts> =
  | Exclude<FaultCode, NamesIn<Texts, 'faults'>>
  | Exclude<FailureCode, NamesIn<Texts, 'errors'>>
  | Exclude<DuplicateReason, NamesIn<Texts, 'duplicates'>>
  | Exclude<AuditAction, PairsIn<Texts, 'action_name'>>
  | Exclude<AuditAction, PairsIn<Texts, 'sentence'>>
  | Exclude<Act, PairsIn<Texts, 'act_name'>>
  | Exclude<Act, PairsIn<Texts, 'act_noun'>>

/** Compiles only for `never`. */
export type Nothing<T extends never> = T

/** A union of trees as one tree. */
export type Merged<Texts> = (Texts extends unknown ? (tree: Texts) => void : never) extends (
  tree: infer All,
) => void
  ? All
  : never

/** Features share tables such as `errors`: each brings its own rows. */
export function merge<All>(trees: readonly Tree[]): All {
  const merged: Tree = {}
  for (const tree of trees) {
    for (const [name, value] of Object.entries(tree)) {
      const known = merged[name]
      merged[name] =
        typeof value === 'string' || typeof known !== 'object' ? value : merge<Tree>([known, value])
    }
  }
  return merged as All
}
