/** What another feature does once a statement is imported: after the commit. */
export interface StatementFollower {
  statementImported?(): void
}
