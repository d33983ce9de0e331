import { isId } from '../../../contract/api/common.ts'
import { fault } from '../../../contract/api/faults.ts'
import type { AuditAction } from '../../../contract/events/audit.ts'
import type {
  CreateWebhookEndpointBody,
  RotateWebhookSecretBody,
  UpdateWebhookEndpointBody,
  WebhookDeliveryDetailResponse,
  WebhookDeliveryListResponse,
  WebhookDeliveryResponse,
  WebhookEndpointListResponse,
  WebhookEndpointResponse,
  WebhookEndpointWithSecretResponse,
} from '../../../contract/events/webhooks.ts'
import type { Actor } from '../../platform/actor.ts'
import { type By, recordChange } from '../../platform/audit/change.ts'
import { demandEditedVersion } from '../../platform/audit/changes-since.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { notify } from '../../platform/db/notifications.ts'
import { Failure, Invalid } from '../../platform/errors.ts'
import { recordEvent } from '../../platform/events/outbox.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { ExpectedVersions } from '../../platform/versions.ts'
import { toDelivery } from './delivery-response.ts'
import { urlFault } from './guarded-request.ts'
import type { PrivateTargets } from './target-address.ts'
import { toMessage } from './webhook-message.ts'
import { drawSecret, previousSecretPlace, secretPlace } from './webhook-secrets.ts'
import { writeWebhookSecret } from './webhook-signature.ts'
import * as store from './webhook-store.ts'

export type WebhookService = ReturnType<typeof createWebhookService>

type Page = { limit: number; offset: number }

const defaultOverlapHours = 24

export function createWebhookService({
  db,
  now,
  vault,
  privateTargets,
  authorization,
}: {
  db: Db
  now: () => Date
  vault: Pick<Vault, 'open' | 'seal'>
  privateTargets: PrivateTargets
  authorization: Pick<Authorization, 'permit'>
}) {
  async function insert(
    db: Db,
    permit: Permit<'webhook.save'>,
    { url, description = null, event_types = null }: CreateWebhookEndpointBody,
  ): Promise<WebhookEndpointWithSecretResponse> {
    const [id, at, secret] = [newId(), now(), drawSecret()]
    const endpoint = await store.insertEndpoint(db, {
      id,
      url,
      description,
      event_types,
      secret: await vault.seal(db, secretPlace(id), secret),
      previous_secret: null,
      previous_secret_expires_at: null,
      created_at: at,
      updated_at: at,
      created_by: permit.actor.name,
    })
    audit(db, 'webhook.created', endpoint, { by: permit, at }, { url })
    return withSecret(endpoint, secret)
  }

  async function save(
    db: Db,
    permit: Permit<'webhook.save'>,
    endpoint: store.Endpoint,
    fields: Omit<UpdateWebhookEndpointBody, 'version'>,
  ): Promise<store.Endpoint> {
    const at = now()
    const changed = await store.updateEndpoint(db, endpoint.id, {
      ...fields,
      // What failed before says nothing about another address, nor about what was mended meanwhile.
      ...((fields.url ?? endpoint.url) !== endpoint.url || (fields.enabled && !endpoint.enabled)
        ? { failing_since: null }
        : {}),
      version: endpoint.version + 1,
      updated_at: at,
    })
    await notify(db, 'kontor_events', '')
    const details = { fields: Object.keys(fields), url: changed.url }
    audit(db, 'webhook.updated', changed, { by: permit, at }, details)
    return changed
  }

  async function rotate(
    db: Db,
    permit: Permit<'webhook.save'>,
    { id, secret: sealed, version }: store.Endpoint,
    hours: number,
  ): Promise<WebhookEndpointWithSecretResponse> {
    const at = now()
    // A sealed record is bound to its column, so the old secret is opened and sealed again for the other column.
    const previous = await vault.open(db, secretPlace(id), sealed)
    const secret = drawSecret()
    const rotated = await store.updateEndpoint(db, id, {
      secret: await vault.seal(db, secretPlace(id), secret),
      previous_secret: hours > 0 ? await vault.seal(db, previousSecretPlace(id), previous) : null,
      previous_secret_expires_at: hours > 0 ? new Date(at.getTime() + hours * 3600_000) : null,
      version: version + 1,
      updated_at: at,
    })
    previous.fill(0)
    audit(db, 'webhook.secret_rotated', rotated, { by: permit, at }, { overlap_hours: hours })
    return withSecret(rotated, secret)
  }

  return {
    async list(page: Page): Promise<WebhookEndpointListResponse> {
      const { total, rows } = await store.listEndpoints(db, page)
      return { items: rows.map(toEndpoint), total, total_is_exact: true, ...page }
    },

    async read(id: string): Promise<WebhookEndpointResponse> {
      const endpoint = isId(id) ? await store.findEndpoint(db, id) : undefined
      if (!endpoint) throw webhookNotFound()
      return toEndpoint(endpoint)
    },

    create(
      body: CreateWebhookEndpointBody,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<WebhookEndpointWithSecretResponse> {
      demandUrl(body.url)
      return withIdempotency(
        db,
        key,
        async (db) => {
          const permit = await authorization.permit(db, actor, {
            act: 'webhook.save',
            subject: { type: 'webhook_endpoint', id: null },
            content: {
              url: body.url,
              event_types: body.event_types ?? null,
              description: body.description ?? null,
            },
          })
          return insert(db, permit, body)
        },
        { withoutSecret: ({ id }) => ({ existing_id: id }) },
      )
    },

    update(
      id: string,
      body: UpdateWebhookEndpointBody,
      actor: Actor,
      expected: ExpectedVersions,
    ): Promise<WebhookEndpointResponse> {
      if (body.url !== undefined) demandUrl(body.url)
      const { version: _expected, ...fields } = body
      return db.transaction().execute(async (db) => {
        const endpoint = await lock(db, id, expected)
        const permit = await authorization.permit(db, actor, {
          act: 'webhook.save',
          subject: { type: 'webhook_endpoint', id, version: endpoint.version },
          content: fields,
        })
        return toEndpoint(await save(db, permit, endpoint, fields))
      })
    },

    remove(id: string, actor: Actor, expected: ExpectedVersions): Promise<{ status: string }> {
      return db.transaction().execute(async (db) => {
        const endpoint = await lock(db, id, expected)
        await store.deleteEndpoint(db, id)
        audit(db, 'webhook.deleted', endpoint, { by: actor, at: now() }, { url: endpoint.url })
        return { status: 'ok' }
      })
    },

    rotateSecret(
      id: string,
      body: RotateWebhookSecretBody,
      actor: Actor,
      expected: ExpectedVersions,
    ): Promise<WebhookEndpointWithSecretResponse> {
      return db.transaction().execute(async (db) => {
        const endpoint = await lock(db, id, expected)
        const hours = body.overlap_hours ?? defaultOverlapHours
        const permit = await authorization.permit(db, actor, {
          act: 'webhook.save',
          subject: { type: 'webhook_endpoint', id, version: endpoint.version },
          content: { url: endpoint.url, new_secret: true, overlap_hours: hours },
        })
        return rotate(db, permit, endpoint, hours)
      })
    },

    test(id: string, actor: Actor): Promise<WebhookDeliveryResponse> {
      return db.transaction().execute(async (db) => {
        const endpoint = await lock(db, id)
        demandEnabled(endpoint)
        const eventId = await recordEvent(db, {
          type: 'webhook.test',
          object: { type: 'webhook_endpoint', id },
          data: { message: 'A test event' },
          at: now(),
        })
        const delivery = await store.findDeliveryOfEvent(db, id, eventId)
        audit(db, 'webhook.tested', endpoint, { by: actor, at: now() }, {})
        return toDelivery(delivery)
      })
    },

    async deliveries(
      id: string,
      query: Page & { state?: string | undefined },
    ): Promise<WebhookDeliveryListResponse> {
      await this.read(id)
      const { limit, offset } = query
      const { total, rows } = await store.listDeliveries(db, id, query)
      return {
        items: rows.map(toDelivery),
        total,
        total_is_exact: true,
        limit,
        offset,
      }
    },

    async delivery(id: string, deliveryId: string): Promise<WebhookDeliveryDetailResponse> {
      await this.read(id)
      const delivery = await findDelivery(db, id, deliveryId)
      const message = toMessage(await store.findSentEvent(db, delivery))
      return { ...toDelivery(delivery), message }
    },

    /** Sends an event again. An event that is still pending is only retried at once. */
    redeliver(id: string, deliveryId: string, actor: Actor): Promise<WebhookDeliveryResponse> {
      return db.transaction().execute(async (db) => {
        const endpoint = await lock(db, id)
        demandEnabled(endpoint)
        const delivery = await findDelivery(db, id, deliveryId)
        await store.requeueDelivery(db, delivery, now())
        await notify(db, 'kontor_events', '')
        audit(db, 'webhook.redelivered', endpoint, { by: actor, at: now() }, { event_id: delivery.event_id })
        const queued = await store.findDeliveryOfEvent(db, id, delivery.event_id)
        return toDelivery(queued)
      })
    },
  }

  function demandUrl(url: string): void {
    const code = urlFault(url, privateTargets)
    if (code) throw new Invalid([fault(['body', 'url'], code)])
  }
}

async function lock(db: Db, id: string, expected?: ExpectedVersions): Promise<store.Endpoint> {
  const endpoint = isId(id) ? await store.lockEndpoint(db, id) : undefined
  if (!endpoint) throw webhookNotFound()
  await demandEditedVersion(db, expected, {
    name: 'webhook endpoint',
    object: { type: 'webhook_endpoint', id: endpoint.id },
    version: endpoint.version,
    actions: ['webhook.updated', 'webhook.secret_rotated'],
  })
  return endpoint
}

async function findDelivery(db: Db, endpointId: string, id: string): Promise<store.Delivery> {
  const delivery = isId(id) ? await store.findDelivery(db, endpointId, id) : undefined
  if (!delivery) throw new Failure('not_found', 'delivery_not_found', 'There is no such delivery.')
  return delivery
}

function demandEnabled(endpoint: store.Endpoint): void {
  if (endpoint.enabled) return
  throw new Failure('conflict', 'webhook_disabled', 'The webhook endpoint is disabled.')
}

function webhookNotFound(): Failure {
  return new Failure('not_found', 'webhook_not_found', 'There is no such webhook endpoint.')
}

function audit(
  db: Db,
  action: AuditAction,
  { id, version }: store.Endpoint,
  { by, at }: { by: By; at: Date },
  details: Record<string, unknown>,
): void {
  recordChange(db, by, { action, object: { type: 'webhook_endpoint', id }, version, details, at })
}

function withSecret(endpoint: store.Endpoint, secret: Buffer): WebhookEndpointWithSecretResponse {
  const response = { ...toEndpoint(endpoint), secret: writeWebhookSecret(secret) }
  secret.fill(0)
  return response
}

function toEndpoint(row: store.Endpoint): WebhookEndpointResponse {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    event_types: row.event_types,
    enabled: row.enabled,
    failing_since: row.failing_since?.toISOString() ?? null,
    previous_secret_expires_at: row.previous_secret_expires_at?.toISOString() ?? null,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    created_by: row.created_by,
  }
}
