export interface RegisterTables {
  rollbacks: {
    id: string
    found_at: Date
    node: string
    /** Where the row of the audit log is known. */
    known_in: 'register' | 'checkpoint'
    seq: number
    hash: Buffer
    /** The last row that the database had. */
    database_seq: number
    accepted_at: Date | null
    accepted_by: string | null
    proof: Buffer | null
  }
}

declare module '../db/database.ts' {
  interface Tables extends RegisterTables {}
}
