import { PassThrough, type Readable } from 'node:stream'
import { type EventHint, eventPermission } from '../../../contract/events.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Notifications } from '../../platform/db/notifications.ts'
import { Failure, unavailable } from '../../platform/errors.ts'

export type EventStream = ReturnType<typeof createEventStream>

/** Says who the caller is now, and throws when the credential no longer holds. */
export type Reauthenticate = () => Actor | Promise<Actor>

type Listener = { actorId: string; stream: PassThrough; whoNow: Reauthenticate }

const heartbeat = 15_000
const perActor = 20
/** What a listener may leave unread; a hint is a hundred bytes, and whoever falls behind reads anew anyway. */
const unreadLimit = 64 * 1024

/**
 * Hints that something changed, to everyone who listens on this node. The credential is asked about before every hint
 * and at every heartbeat, so a stream ends with its token or its session and tells nothing after that.
 */
export function createEventStream({
  notifications,
}: {
  notifications: Pick<Notifications, 'listen' | 'isLive'>
}) {
  const listeners = new Set<Listener>()
  let timer: NodeJS.Timeout | undefined

  function onEvent(payload: string): void {
    if (payload === '') return
    const hint = JSON.parse(payload) as EventHint
    const permission = eventPermission(hint.type)
    if (!permission) return
    const text = `event: ${hint.type}\ndata: ${JSON.stringify(hint)}\n\n`
    for (const listener of listeners) {
      tell(listener, (actor) => (actor.permissions.has(permission) ? text : ''))
    }
  }

  function tell(listener: Listener, textFor: (actor: Actor) => string): void {
    const send = (actor: Actor) => {
      const text = textFor(actor)
      if (text === '' || listener.stream.writableEnded) return
      if (listener.stream.writableLength > unreadLimit) listener.stream.destroy()
      else listener.stream.write(text)
    }
    const refuse = () => listener.stream.end()
    try {
      const actor = listener.whoNow()
      if (actor instanceof Promise) actor.then(send, refuse)
      else send(actor)
    } catch {
      refuse()
    }
  }

  function beat(): void {
    for (const listener of listeners) tell(listener, () => ':\n\n')
  }

  /** What was said while nobody heard is unknown: everyone connects and reads anew. */
  function endAll(): void {
    for (const { stream } of listeners) stream.end()
  }

  notifications.listen('kontor_events', onEvent, endAll)
  // A session that ends, ends its streams at once and not at the next heartbeat.
  notifications.listen('kontor_sessions', () => beat(), endAll)

  return {
    open(actor: Actor, whoNow: Reauthenticate): Readable {
      if (!notifications.isLive()) {
        throw unavailable('events_unavailable', 'Changes cannot be heard just now.', 2)
      }
      const actorId = actor.id ?? actor.name
      if ([...listeners].filter((one) => one.actorId === actorId).length >= perActor) {
        throw new Failure('limited', 'too_many_streams', `At most ${perActor} streams can be open at once.`, {
          retry_after: 30,
        })
      }
      const stream = new PassThrough()
      const listener = { actorId, stream, whoNow }
      listeners.add(listener)
      stream.on('close', () => listeners.delete(listener))
      stream.write('retry: 2000\n\n')
      return stream
    },
    start() {
      timer = setInterval(beat, heartbeat)
    },
    stop() {
      clearInterval(timer)
      endAll()
    },
  }
}
