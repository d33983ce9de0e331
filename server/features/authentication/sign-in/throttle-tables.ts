export interface ThrottleTables {
  sign_in_counters: { subject: Buffer; failures: number; since: Date; last_failure_at: Date | null }
  sign_in_addresses: { administrator_id: string; address: string; last_sign_in_at: Date }
}

declare module '../../../platform/db/database.ts' {
  interface Tables extends ThrottleTables {}
}
