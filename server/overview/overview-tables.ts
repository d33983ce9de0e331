export interface OverviewTables {
  organization_kyb_counts: { kyb_status: string; count: number }
}
