import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Standing } from '../../../platform/proofs/proofs.ts'
import type { ProvenTable } from '../../../platform/proofs/proven-table.ts'
import type { RowChecks } from '../../../platform/proofs/row-proofs.ts'
import { findAdministratorState } from './proven-audit.ts'
import { apiKeyState } from './proven-states.ts'

/** Who made the account without anybody independent having confirmed it: without these rows it would count as its own. */
const lineage = sql`(
  select coalesce(json_agg(json_build_array(edge.id, edge.made_by, edge.act) order by edge.id), '[]')
  from administrator_lineage as edge
  where edge.administrator_id = administrators.id and edge.confirmed_at is null
)`

type Json = Record<string, unknown>

function timesOf(json: Json): Json {
  const names = ['otp_confirmed_at', 'disabled_at', 'role_since', 'credentials_since', 'created_at']
  return Object.fromEntries(
    names.map((name) => [name, json[name] === null ? null : new Date(String(json[name]))]),
  )
}

function bytesOf({ proof, otp_secret, proof_revision }: Json) {
  const bytes = (value: unknown) => (value === null ? null : Buffer.from(String(value).slice(2), 'hex'))
  return {
    proof: bytes(proof),
    otp_secret: bytes(otp_secret),
    proof_revision: Number(proof_revision),
  }
}

/** Not `last_login_at`, `updated_at`, `password_changed_at` and `created_by`: they are only shown. */
export const administratorTable = {
  kind: 'administrator',
  table: 'administrators',
  name: 'Proofs of administrators',
  columns: [
    'id',
    'email',
    'name',
    'role',
    'password_hash',
    'otp_secret',
    'otp_confirmed_at',
    'otp_last_step',
    'disabled_at',
    'disabled_because',
    'role_since',
    'credentials_since',
    'passkeys',
    'managed_by',
    'version',
    'created_at',
  ],
  parts: {
    columns: { lineage },
    async lock(db, ids) {
      await db
        .selectFrom('administrator_lineage')
        .select('id')
        .where('administrator_id', 'in', ids)
        .orderBy('id')
        .forUpdate()
        .execute()
    },
  },
  fromJson: (json) => ({ ...json, ...timesOf(json), ...bytesOf(json) }),
  stated: async (db, id) => ({ administrator: await findAdministratorState(db, id) }),
} as const satisfies ProvenTable

export const recoveryCodeTable = {
  kind: 'recovery_code',
  table: 'recovery_codes',
  name: 'Proofs of recovery codes',
  columns: ['id', 'administrator_id', 'hash', 'used_at'],
  mayLackProof: ({ used_at }) => used_at !== null,
  async stated(db, id) {
    const { administrator_id } = await db
      .selectFrom('recovery_codes')
      .select('administrator_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { administrator_id, administrator: await findAdministratorState(db, administrator_id) }
  },
} as const satisfies ProvenTable

export const identityTable = {
  kind: 'identity',
  table: 'administrator_identities',
  name: 'Proofs of identities',
  key: ['administrator_id'],
  columns: ['administrator_id', 'issuer', 'subject'],
  async stated(db, id) {
    const identity = await db
      .selectFrom('administrator_identities')
      .select(['issuer', 'subject'])
      .where('administrator_id', '=', id)
      .executeTakeFirstOrThrow()
    return { identity }
  },
} as const satisfies ProvenTable

/** Not `hint` and `last_used_at`: they are only shown. */
export const apiKeyTable = {
  kind: 'api_key',
  table: 'api_keys',
  name: 'Proofs of API keys',
  columns: [
    'id',
    'name',
    'hash',
    'scopes',
    'names_payments',
    'networks',
    'expires_at',
    'revoked_at',
    'suspended_at',
    'created_at',
    'created_by',
  ],
  async stated(db, id) {
    const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return { api_key: apiKeyState(row) }
  },
} as const satisfies ProvenTable

export const linkTable = {
  kind: 'link',
  table: 'password_links',
  name: 'Proofs of links to set a password',
  columns: ['id', 'administrator_id', 'hash', 'expires_at', 'halves', 'lineage_id'],
} as const satisfies ProvenTable

/**
 * Everything that the proof of an administrator is about, as one column of a statement that reads `administrators` and
 * something else: the proof is checked without another query.
 */
export const provenAccount = sql<ProvenAccount>`json_build_object(
  ${sql.join([...administratorTable.columns, 'proof', 'proof_revision'].map((name) => sql`${sql.lit(name)}, administrators.${sql.ref(name)}`))},
  'lineage', ${lineage}
)::text`
/** The text of a JSON object. */
export type ProvenAccount = string

/** Whether the service wrote the row of this administrator as it is. */
export function standingOf(db: Db, provenTables: RowChecks, account: ProvenAccount): Promise<Standing> {
  return provenTables.checkText(db, administratorTable, account)
}
