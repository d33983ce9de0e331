export interface StoredResponseTables {
  response_renewals: { list: string; format: string; until: Date }
}

declare module '../db/database.ts' {
  interface Tables extends StoredResponseTables {}
}
