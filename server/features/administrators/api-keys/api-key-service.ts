import { createHash, randomBytes } from 'node:crypto'
import type {
  ApiKeyListResponse,
  ApiKeyResponse,
  CreateApiKeyRequest,
  CreateApiKeyResponse,
} from '../../../../contract/administrators/administrators.ts'
import { isId } from '../../../../contract/api/common.ts'
import { permissionsOfScopes, type Scope } from '../../../../contract/api/roles.ts'
import type { Actor } from '../../../platform/actor.ts'
import { type By, recordChange } from '../../../platform/audit/change.ts'
import type { AuditProofs } from '../../../platform/audit-proofs/audit-proofs.ts'
import type { Authorization } from '../../../platform/authorization/authorization.ts'
import type { Permit } from '../../../platform/authorization/permit.ts'
import { createBoundedCache } from '../../../platform/bounded-cache.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import type { Notifications } from '../../../platform/db/notifications.ts'
import { Failure, UnknownCredential } from '../../../platform/errors.ts'
import { withIdempotency } from '../../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts'
import type { ProvenTables } from '../../../platform/proofs/row-proofs.ts'
import type { Register } from '../../../platform/register/register.ts'
import { apiKeyTable } from '../accounts/proven-people.ts'
import { apiKeyState } from '../accounts/proven-states.ts'
import { createActiveKeyHashes } from './active-key-hashes.ts'
import { expiryOf, isFromNetworks, type Network, normalizeNetworks, parseNetworks } from './api-key-limits.ts'
import * as store from './api-key-store.ts'

const prefix = 'kontor_'
const minute = 60_000

export type ApiKeyService = ReturnType<typeof createApiKeyService>
type Caller = Pick<Actor, 'address' | 'requestId'>
/** What is cached of a valid key. */
type ActiveKey = Pick<Actor, 'name' | 'permissions'> & {
  id: string
  maker: string
  networks: Network[] | null
  expiresAt: number
  usedAt: number
}

export function isApiKey(token: string): boolean {
  return token.startsWith(prefix)
}

/** API keys: stored as a hash, limited by scopes, revoked and suspended on every node at once. */
export function createApiKeyService({
  db: pool,
  now,
  notifications,
  auditProofs,
  provenTables,
  register,
  authorization,
}: {
  db: Db
  now: () => Date
  notifications: Pick<Notifications, 'listen' | 'isLive'>
  auditProofs: Pick<AuditProofs, 'prove'>
  provenTables: ProvenTables
  register: Pick<Register, 'whenLearnt'>
  authorization: Pick<Authorization, 'permit'>
}) {
  const living = createBoundedCache<ActiveKey>(1_000)
  let changes = 0

  function forget(payload: string): void {
    const [kind, id] = payload.split(':')
    if (kind !== 'api_key' && kind !== 'administrator') return
    changes += 1
    living.deleteWhere((key) => (kind === 'api_key' ? key.id : key.maker) === id)
  }
  notifications.listen('kontor_sessions', forget, () => {
    changes += 1
    living.clear()
  })

  // An older row may have been brought back before this node knew of the newer one.
  register.whenLearnt(({ kind, id }) => forget(`${kind}:${id}`))

  const activeHashes = createActiveKeyHashes({ db: pool, now })

  async function find(token: string, mayAsk: () => boolean): Promise<ActiveKey | undefined> {
    if (!/^[\w-]{50}$/.test(token)) return undefined
    const hash = hashOf(token)
    if (!mayAsk() && !(await activeHashes.has(hash))) return undefined
    const before = changes
    const row = await store.findActiveApiKey(pool, provenTables, hash, now())
    if (!row) return undefined
    const key = toActive(row)
    // A change notified while the row was being read may concern this row: then it is not cached.
    if (before === changes && notifications.isLive()) living.set(token, key)
    return key
  }

  function getCached(token: string): ActiveKey | undefined {
    const key = notifications.isLive() ? living.get(token) : undefined
    return key && key.expiresAt > now().getTime() ? key : undefined
  }

  return {
    async authenticate(token: string, caller: Caller, mayAsk = () => true): Promise<Actor> {
      const key = getCached(token) ?? (await find(token, mayAsk))
      // One response for all: from elsewhere, nobody learns that a stolen key is a genuine one.
      if (!key || !isFromNetworks(key.networks, caller.address)) {
        throw new UnknownCredential('unauthorized', 'api_key_invalid', 'The API key is not valid.')
      }
      const at = now()
      if (at.getTime() - key.usedAt >= minute) {
        key.usedAt = at.getTime()
        await store.noteUse(pool, key.id, at, new Date(at.getTime() - minute))
      }
      return toActor(key, caller)
    },

    /**
     * The actor of a valid key, for requests with a credential of their own that is bound to the key. In a transaction,
     * the key stays valid until its end.
     */
    async holdActor(db: Db, id: string, caller: Caller): Promise<Actor | undefined> {
      const row = isId(id) ? await store.holdActiveApiKey(db, provenTables, id, now()) : undefined
      const key = row && toActive(row)
      return key && isFromNetworks(key.networks, caller.address) ? toActor(key, caller) : undefined
    },

    /** For the node that disabled or enabled an administrator, which does not wait for its own notification. */
    forgetMaker: (administratorId: string): void => forget(`administrator:${administratorId}`),

    async list({ limit, offset }: { limit: number; offset: number }): Promise<ApiKeyListResponse> {
      const { rows, total } = await store.listApiKeys(pool, limit, offset)
      return { items: rows.map(toResponse), total, total_is_exact: true, limit, offset }
    },

    async read(id: string): Promise<ApiKeyResponse> {
      const row = isId(id) ? await store.findApiKey(pool, id) : undefined
      if (!row) throw apiKeyNotFound()
      return toResponse(row)
    },

    async create(
      { name, scopes, expires_at, networks }: CreateApiKeyRequest,
      actor: Actor,
      idempotencyKey: IdempotencyKey | null,
    ): Promise<CreateApiKeyResponse> {
      const key = prefix + randomBytes(32).toString('base64url')
      const limits = { expires_at: expiryOf(expires_at, now()), networks: normalizeNetworks(networks) }
      return withIdempotency(
        pool,
        idempotencyKey,
        async (db) => {
          const permit = await authorization.permit(db, actor, {
            act: 'api_key.create',
            subject: { type: 'api_key', id: null },
            content: { name, scopes, networks: limits.networks, expires_at: expires_at ?? null },
          })
          return { api_key: await add(db, permit, key, { name, scopes, ...limits }), key }
        },
        { withoutSecret: ({ api_key }) => ({ api_key_id: api_key.id }) },
      )
    },

    /** For a key that a restore has suspended: an owner says that it was not revoked after the backup. */
    async resume(id: string, actor: Actor): Promise<ApiKeyResponse> {
      const resumed = await pool.transaction().execute(async (db) => {
        const row = isId(id) ? await store.lockApiKey(db, id) : undefined
        if (!row) throw apiKeyNotFound()
        if (row.suspended_at === null || row.revoked_at) {
          return toResponse({ ...row, suspended: await store.isSuspended(db, row) })
        }
        const { name, scopes, networks, expires_at } = row
        const permit = await authorization.permit(db, actor, {
          act: 'api_key.create',
          subject: { type: 'api_key', id },
          content: { name, scopes, networks, expires_at: expires_at.toISOString() },
        })
        return resume(db, permit, row)
      })
      forget(`api_key:${id}`)
      return resumed
    },

    async revoke(id: string, actor: Actor): Promise<void> {
      await pool.transaction().execute(async (db) => {
        const row = isId(id) ? await store.lockApiKey(db, id) : undefined
        if (!row) throw apiKeyNotFound()
        if (row.revoked_at) return
        const at = now()
        await provenTables.takeAway(db, apiKeyTable, [id], () => store.setRevoked(db, id, at))
        const suspended = await store.isSuspended(db, row)
        await recorded(db, 'api_key.revoked', { ...row, revoked_at: at, suspended }, actor)
      })
      forget(`api_key:${id}`)
    },
  }

  async function add(
    db: Db,
    permit: Permit<'api_key.create'>,
    key: string,
    given: Pick<store.ApiKey, 'name' | 'scopes' | 'networks' | 'expires_at'>,
  ): Promise<ApiKeyResponse> {
    const id = newId()
    const row = await provenTables.change(db, apiKeyTable, id, () =>
      store.insertApiKey(db, {
        id,
        hash: hashOf(key),
        hint: key.slice(0, prefix.length + 4),
        names_payments: true,
        ...given,
        created_at: now(),
        created_by: permit.actor.id as string,
      }),
    )
    return recorded(db, 'api_key.created', { ...row, suspended: false }, permit, {
      scopes: row.scopes,
      networks: row.networks,
      expires_at: row.expires_at.toISOString(),
    })
  }

  async function resume(
    db: Db,
    permit: Permit<'api_key.create'>,
    row: store.ApiKey,
  ): Promise<ApiKeyResponse> {
    await provenTables.change(db, apiKeyTable, row.id, () => store.setSuspended(db, row.id, null))
    const key = { ...row, suspended_at: null }
    const suspended = await store.isSuspended(db, key)
    return recorded(db, 'api_key.resumed', { ...key, suspended }, permit, {}, now())
  }

  /** The last step of a change. */
  async function recorded(
    db: Db,
    action: 'api_key.created' | 'api_key.revoked' | 'api_key.resumed',
    row: store.ApiKeyOfMaker,
    by: By,
    details: Record<string, unknown> = {},
    at = row.revoked_at ?? row.created_at,
  ): Promise<ApiKeyResponse> {
    const object = { type: 'api_key', id: row.id }
    const api_key = toResponse(row)
    const told = { action, object, details: { name: row.name, ...details }, data: { ...api_key }, at }
    recordChange(db, by, await auditProofs.prove(db, by, { ...told, state: apiKeyState(row) }))
    return api_key
  }
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** A key of before there was the scope `payments:write` keeps what it could do with `requests:write`. */
function scopesOf({ scopes, names_payments }: store.ApiKey): Scope[] {
  return !names_payments && scopes.includes('requests:write') ? [...scopes, 'payments:write'] : scopes
}

function toActive(row: store.ApiKey): ActiveKey {
  return {
    id: row.id,
    name: row.name,
    permissions: permissionsOfScopes(scopesOf(row)),
    maker: row.created_by,
    networks: parseNetworks(row.networks),
    expiresAt: row.expires_at.getTime(),
    usedAt: row.last_used_at?.getTime() ?? 0,
  }
}

function toActor({ id, name, permissions }: ActiveKey, { address, requestId }: Caller): Actor {
  return {
    kind: 'api_key',
    id,
    name,
    permissions,
    sessionId: null,
    authenticatedAt: null,
    passkeyAt: null,
    mayOnlyEnrol: false,
    mayOnlyRead: false,
    address,
    requestId,
  }
}

function toResponse(row: store.ApiKeyOfMaker): ApiKeyResponse {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    scopes: scopesOf(row),
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
    networks: row.networks,
    suspended: row.suspended,
    suspended_because: becauseOf(row),
  }
}

function becauseOf({ suspended, suspended_at }: store.ApiKeyOfMaker): ApiKeyResponse['suspended_because'] {
  if (suspended_at !== null) return 'restore'
  return suspended ? 'maker_disabled' : null
}

function apiKeyNotFound(): Failure {
  return new Failure('not_found', 'api_key_not_found', 'There is no such API key.')
}
