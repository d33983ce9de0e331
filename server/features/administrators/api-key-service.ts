import { createHash, randomBytes } from 'node:crypto'
import type {
  ApiKeyListResponse,
  ApiKeyResponse,
  CreateApiKeyRequest,
  CreateApiKeyResponse,
} from '../../../contract/administrators.ts'
import { isId } from '../../../contract/common.ts'
import { permissionsOfScopes } from '../../../contract/roles.ts'
import type { Actor } from '../../platform/actor.ts'
import { appendAudit } from '../../platform/audit/audit-log.ts'
import { createBoundedCache } from '../../platform/bounded-cache.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Notifications } from '../../platform/db/notifications.ts'
import { Failure, UnknownCredential } from '../../platform/errors.ts'
import { recordEvent } from '../../platform/events/outbox.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { createActiveKeyHashes } from './active-key-hashes.ts'
import * as store from './api-key-store.ts'

const prefix = 'kontor_'
const minute = 60_000

export type ApiKeyService = ReturnType<typeof createApiKeyService>
/** What is cached of a valid key. */
type ActiveKey = Pick<Actor, 'name' | 'permissions'> & { id: string; usedAt: number }

export function isApiKey(token: string): boolean {
  return token.startsWith(prefix)
}

/** API keys: stored as a hash, limited by scopes, revoked on every node at once. */
export function createApiKeyService({
  db: pool,
  now,
  notifications,
}: {
  db: Db
  now: () => Date
  notifications: Pick<Notifications, 'listen' | 'isLive'>
}) {
  const living = createBoundedCache<ActiveKey>(1_000)
  let changes = 0

  function forget(payload: string): void {
    const [kind, id] = payload.split(':')
    if (kind !== 'api_key') return
    changes += 1
    living.deleteWhere((key) => key.id === id)
  }
  notifications.listen('kontor_sessions', forget, () => {
    changes += 1
    living.clear()
  })

  const activeHashes = createActiveKeyHashes({ db: pool, now })

  async function find(token: string, mayAsk: () => boolean): Promise<ActiveKey | undefined> {
    if (!/^[\w-]{50}$/.test(token)) return undefined
    const hash = hashOf(token)
    if (!mayAsk() && !(await activeHashes.has(hash))) return undefined
    const before = changes
    const row = await store.findActiveApiKey(pool, hash)
    if (!row) return undefined
    const { id, name, scopes, last_used_at } = row
    const key = { id, name, permissions: permissionsOfScopes(scopes), usedAt: last_used_at?.getTime() ?? 0 }
    // A change notified while the row was being read may concern this row: then it is not cached.
    if (before === changes && notifications.isLive()) living.set(token, key)
    return key
  }

  return {
    async authenticate(
      token: string,
      caller: Pick<Actor, 'address' | 'requestId'>,
      mayAsk = () => true,
    ): Promise<Actor> {
      const key = (notifications.isLive() && living.get(token)) || (await find(token, mayAsk))
      if (!key) throw new UnknownCredential('unauthorized', 'api_key_invalid', 'The API key is not valid.')
      const at = now()
      if (at.getTime() - key.usedAt >= minute) {
        key.usedAt = at.getTime()
        await store.noteUse(pool, key.id, at, new Date(at.getTime() - minute))
      }
      return {
        kind: 'api_key',
        id: key.id,
        name: key.name,
        permissions: key.permissions,
        sessionId: null,
        authenticatedAt: null,
        passkeyAt: null,
        ...caller,
      }
    },

    async list({ limit, offset }: { limit: number; offset: number }): Promise<ApiKeyListResponse> {
      const { rows, total } = await store.listApiKeys(pool, limit, offset)
      return { items: rows.map(toResponse), total, total_is_exact: true, limit, offset }
    },

    async create(
      { name, scopes }: CreateApiKeyRequest,
      actor: Actor,
      idempotencyKey: IdempotencyKey | null,
    ): Promise<CreateApiKeyResponse> {
      const key = prefix + randomBytes(32).toString('base64url')
      return withIdempotency(
        pool,
        idempotencyKey,
        async (db) => {
          const row = await store.insertApiKey(db, {
            id: newId(),
            name,
            hash: hashOf(key),
            hint: key.slice(0, prefix.length + 4),
            scopes,
            created_at: now(),
            created_by: actor.id as string,
          })
          const object = { type: 'api_key', id: row.id }
          const api_key = toResponse(row)
          await recordEvent(db, { type: 'api_key.created', object, data: { ...api_key }, at: row.created_at })
          await appendAudit(db, {
            actor,
            action: 'api_key.created',
            object,
            details: { name, scopes },
            at: row.created_at,
          })
          return { api_key, key }
        },
        { withoutSecret: ({ api_key }) => ({ api_key_id: api_key.id }) },
      )
    },

    async revoke(id: string, actor: Actor): Promise<void> {
      await pool.transaction().execute(async (db) => {
        const row = isId(id) ? await store.lockApiKey(db, id) : undefined
        if (!row) throw new Failure('not_found', 'api_key_not_found', 'There is no such API key.')
        if (row.revoked_at) return
        const at = now()
        await store.setRevoked(db, id, at)
        const object = { type: 'api_key', id }
        await recordEvent(db, {
          type: 'api_key.revoked',
          object,
          data: { ...toResponse({ ...row, revoked_at: at }) },
          at,
        })
        await appendAudit(db, { actor, action: 'api_key.revoked', object, details: { name: row.name }, at })
      })
      forget(`api_key:${id}`)
    },
  }
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

function toResponse(row: store.ApiKey): ApiKeyResponse {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }
}
