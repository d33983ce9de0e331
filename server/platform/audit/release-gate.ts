/**
 * What lets coins, secrets or many records out passes here last: a signed checkpoint has to cover the audit rows that the
 * request or the command has committed, in every place. The audit feature implements it.
 */
export interface ReleaseGate {
  /** Refuses before anything is done if it is known that nothing could be released, unless that has changed. */
  demandOpen(): Promise<void>
  /** Returns once a checkpoint covers all that is committed now, or throws: then nothing may leave. */
  pass(): Promise<void>
}
