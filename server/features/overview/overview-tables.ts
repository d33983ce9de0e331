export interface OverviewTables {
  organization_kyb_counts: { kyb_status: string; count: number }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends OverviewTables {}
}
