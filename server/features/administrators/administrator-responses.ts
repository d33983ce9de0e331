import type { AdministratorResponse } from '../../../contract/administrators/administrators.ts'
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

/** Whoever resets themselves would be the only one to see the link of an account that others count as a person. */
export async function ownReset(db: Db, { id, email }: store.Administrator): Promise<Failure> {
  const owners = (await store.findOtherOwners(db, id)).map(({ id, name }) => ({ id, name }))
  const command = `npx kontor admin reset-password ${email}`
  const names = owners.map(({ name }) => name).join(', ')
  return new Failure(
    'conflict',
    'own_reset',
    owners.length > 0
      ? `Nobody resets themselves. Ask another owner: ${names}. Or run on the machine: ${command}`
      : `Nobody resets themselves, and there is no other owner. Run on the machine: ${command}`,
    { owners, command },
  )
}

/**
 * What events tell of an administrator. Whether the account counts as a person of its own, and until when its link works,
 * change without one.
 */
export function toData(
  row: store.Administrator,
): Omit<AdministratorResponse, 'independence' | 'link_expires_at'> {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    status: row.disabled_at ? 'disabled' : 'active',
    disabled_because: row.disabled_because,
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
