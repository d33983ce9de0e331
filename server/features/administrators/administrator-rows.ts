import { sql } from 'kysely'
import { administratorList } from '../../../contract/lists/administrators.ts'
import { columnsOf } from '../../platform/lists/conditions.ts'
import { rowsOf } from '../../platform/lists/list-rows.ts'

/** Who may sign in and with what, for a review of access rights. */
export const administratorRows = rowsOf(administratorList, {
  conditions: () => [],
  file: {
    from: sql`administrators as administrator`,
    key: sql`administrator.id`,
    keyType: 'uuid',
    columns: columnsOf('administrator', {
      id: 'code',
      name: 'text',
      email: 'text',
      role: 'code',
      role_since: 'time',
      status: ['code', sql`case when administrator.disabled_at is null then 'active' else 'disabled' end`],
      disabled_at: 'time',
      has_password: ['code', sql`administrator.password_hash is not null`],
      otp_enabled: ['code', sql`administrator.otp_confirmed_at is not null`],
      passkeys: 'number',
      credentials_since: 'time',
      managed_by: 'code',
      last_login_at: 'time',
      created_by: 'text',
      created_at: 'time',
      updated_at: 'time',
    }),
  },
})
