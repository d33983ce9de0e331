export interface SingleSignOnTables {
  oidc_flows: {
    state_hash: Buffer
    browser_hash: Buffer
    session_id: string | null
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  oidc_sessions: { session_id: string; issuer: string; subject: string; sid: string | null }
  oidc_logout_tokens: {
    hash: Buffer
    issuer: string
    subject: string | null
    sid: string | null
    issued_at: Date
    expires_at: Date
  }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends SingleSignOnTables {}
}
