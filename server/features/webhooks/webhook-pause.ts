import type { WebhookDeliveryStateResponse } from '../../../contract/events/webhooks.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/notifications.ts'
import { deletePause, findPause, insertPause } from './webhook-pause-store.ts'

export type WebhookPause = ReturnType<typeof createWebhookPause>

/** Pauses the delivery to all endpoints. Events are recorded meanwhile and delivered after the end of the pause. */
export function createWebhookPause({ db, now }: { db: Db; now: () => Date }) {
  async function read(from: Db = db): Promise<WebhookDeliveryStateResponse> {
    const pause = await findPause(from)
    return {
      paused: pause !== undefined,
      paused_at: pause?.paused_at.toISOString() ?? null,
      paused_by: pause?.paused_by ?? null,
      reason: pause?.reason ?? null,
    }
  }

  return {
    read: () => read(),

    /** Does nothing if the state is as asked for. */
    set(paused: boolean, actor: Actor): Promise<WebhookDeliveryStateResponse> {
      return db.transaction().execute(async (db) => {
        const at = now()
        const changed = paused
          ? await insertPause(db, { paused_at: at, paused_by: actor.name, reason: 'owner' })
          : await deletePause(db)
        const state = await read(db)
        if (changed) {
          // Wakes the delivery of all nodes.
          if (!paused) await notify(db, 'kontor_events', '')
          const action = paused ? 'webhook.paused' : 'webhook.resumed'
          const object = { type: 'webhook_delivery_state', id: 'all' }
          recordChange(db, actor, {
            action,
            object: null,
            alsoChanged: [{ type: action, object, version: null }],
            at,
          })
        }
        return state
      })
    },
  }
}
