import type { Db } from '../../platform/db/database.ts'
import { Failure } from '../../platform/errors.ts'
import { formatTraceparent } from '../../platform/trace.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { PendingDelivery } from './delivery-store.ts'
import { guardedPost, type Outcome } from './guarded-request.ts'
import type { PrivateTargets } from './target-address.ts'
import { toMessage } from './webhook-message.ts'
import { previousSecretPlace, secretPlace } from './webhook-secrets.ts'
import { webhookHeaders } from './webhook-signature.ts'

/** Sends one event. `sealed`: it could not be signed, because the vault is sealed. */
export type SendWebhook = (
  pending: PendingDelivery,
  at: Date,
  stopping: AbortSignal,
) => Promise<Outcome | { kind: 'sealed' }>

/** A request takes no longer than this. */
export const requestTimeout = 10_000

/** Signs events with the secrets of their endpoint and sends them. */
export function createWebhookSender({
  db,
  vault,
  privateTargets,
}: {
  db: Db
  vault: Pick<Vault, 'open'>
  privateTargets: PrivateTargets
}): SendWebhook {
  async function openSecrets({ endpoint }: PendingDelivery, at: Date): Promise<Buffer[]> {
    const current = await vault.open(db, secretPlace(endpoint.id), endpoint.secret)
    const { previous_secret, previous_secret_expires_at } = endpoint
    if (!previous_secret || !previous_secret_expires_at || previous_secret_expires_at <= at) return [current]
    return [current, await vault.open(db, previousSecretPlace(endpoint.id), previous_secret)]
  }

  return async (pending, at, stopping) => {
    let secrets: Buffer[]
    try {
      secrets = await openSecrets(pending, at)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return { kind: 'sealed' }
    }
    const body = JSON.stringify(toMessage(pending.event))
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Kontor-Webhooks/1',
      ...webhookHeaders({ id: pending.event.id, at, body }, secrets),
      ...(pending.event.trace && { traceparent: formatTraceparent(pending.event.trace) }),
    }
    for (const secret of secrets) secret.fill(0)
    const { url } = pending.endpoint
    return guardedPost({ url, headers, body, privateTargets, timeout: requestTimeout, stopping })
  }
}
