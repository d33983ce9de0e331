/**
 * What a feature adds to the tables that all features share. `all.ts` collects them. The console is built without what only
 * the documentation shows: failures, reasons of duplicates, sentences, cures and meanings (console/lean-contract.ts).
 */
export interface Feature {
  /**
   * The operation that reads an object of it as it is now, by the type of the object. `{id}` is the object,
   * `{organization_id}` the organization that it belongs to.
   */
  objects?: Record<string, string>
  /** The same by the type of a change, where reading the object does not return what has changed. */
  readings?: Record<string, string>
  /** After these changes the object is gone: reading it is 404. */
  deletions?: readonly string[]
  /** Its permissions, and the roles that have them. An owner has all permissions. */
  permissions?: Record<string, readonly Role[]>
  /** What it does that a policy can ask votes for. */
  acts?: Record<string, DeclaredAct>
  /** Its events, which are audited and sent. */
  events?: Record<string, DeclaredEvent>
  /** Audited actions that are no events. */
  actions?: readonly string[]
  /** Changes of objects that are no events, with the permission to read the object. */
  changes?: Record<string, string>
  /** Its codes of `ErrorResponse`. */
  failures?: Record<string, DeclaredFailure>
  /** Reasons of the code `duplicate`, in `context.reason`, with their sentences. */
  duplicates?: Record<string, string>
  /** Faults of type `value_error`: of rules that a schema cannot express. */
  faults?: Record<string, DeclaredFault>
  /** Faults of type `file_type`: why the content of an uploaded file is rejected. */
  fileFaults?: Record<string, DeclaredFault>
}

export interface DeclaredAct {
  /** What the act does, to follow "needs approval to". */
  meaning: string
  /** The permission to perform it, and to ask for its approval. */
  permission: string
  /**
   * The greatest age of the proof of the person in seconds, unless a rule says otherwise; 15 minutes if absent. Null: none
   * is needed.
   */
  maxAge?: number | null
  /** API keys with the permission perform it too, unless a rule asks for what only a person can give. */
  byKeys?: boolean
  /** What rules on this act may keep apart. */
  separations?: readonly Separation[]
  /** Whether it moves an amount, so that a rule may have conditions and limits on it. */
  hasAmount?: boolean
  /** Whether it can remove entries of a list, so that a rule may ask how many. */
  removesEntries?: boolean
  /** Whether it is about an organization, so that a limit may be counted by organization. */
  hasOrganization?: boolean
  /** With it, one person could make a second one. It needs an approval as soon as any act needs two people. */
  isClosure?: boolean
  /** It may be repeated for ten minutes, in the session that asked; other acts are done once. */
  isRepeatable?: boolean
  /** It makes a link to set a password. Each vote on it gives its voter half of the link. */
  makesLink?: boolean
}

export interface DeclaredEvent {
  /** The permission that is needed to receive it: that to read the object. */
  permission: string
  /** When it is sent. */
  meaning: string
}

export interface DeclaredFailure {
  /** Decides about the HTTP status. */
  kind: FailureKind
  cause: string
  cure: string
  /** The tags of the operations that fail like this; absent: any operation. */
  of?: readonly string[]
  /** An example of `context`. */
  context?: Record<string, unknown>
}

export interface DeclaredFault {
  /** `%{name}` stands for a value that is sent with the code. */
  sentence: string
  cure: string
}

export const roles = ['owner', 'custodian', 'officer', 'operator', 'auditor'] as const
export type Role = (typeof roles)[number]

/** What a policy can keep apart: nobody does the act who did this before. */
export const separations = ['created', 'uploaded', 'took_into_review'] as const
export type Separation = (typeof separations)[number]

export type FailureKind =
  | 'unreadable'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'timed_out'
  | 'conflict'
  | 'gone'
  | 'unsatisfiable'
  | 'limited'
  | 'defect'
  | 'unavailable'

/** The age of a proof that is enough for acts that people do all day. */
export const workingDay = 12 * 3600
