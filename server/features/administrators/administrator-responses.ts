import type { AdministratorResponse } from '../../../contract/administrators.ts'
import type { Db } from '../../platform/db/database.ts'
import { duplicate, Failure } from '../../platform/errors.ts'
import * as store from './administrator-store.ts'

export async function taken(db: Db, email: string): Promise<Failure> {
  const existing = await store.findAdministratorByEmail(db, email)
  return duplicate('administrator_email', existing?.id)
}

export function notFound(): Failure {
  return new Failure('not_found', 'administrator_not_found', 'There is no such administrator.')
}

export function lastOwner(): Failure {
  return new Failure('conflict', 'last_owner', 'The last active owner cannot be disabled or demoted.')
}

export function toResponse(row: store.Administrator): AdministratorResponse {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    status: row.disabled_at ? 'disabled' : 'active',
    otp_enabled: row.otp_confirmed_at !== null,
    passkeys: row.passkeys,
    managed_by: row.managed_by,
    last_login_at: row.last_login_at?.toISOString() ?? null,
    version: row.version,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
    updated_at: row.updated_at.toISOString(),
  }
}
