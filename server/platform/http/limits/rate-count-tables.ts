export interface RateCountTables {
  rate_counts: { minute: number; subject: string; requests: number }
}

declare module '../../db/database.ts' {
  interface Tables extends RateCountTables {}
}
