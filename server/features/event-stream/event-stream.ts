import { PassThrough, type Readable } from 'node:stream'
import { type EventHint, eventPermission, inboxChanged } from '../../../contract/events/events.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Notifications } from '../../platform/db/notifications.ts'
import { Failure, unavailable } from '../../platform/errors.ts'
import type { Job } from '../../platform/jobs/jobs.ts'

export type EventStream = ReturnType<typeof createEventStream>

/** Authenticates the caller again; throws if the credentials are no longer valid. */
export type Reauthenticate = () => Actor | Promise<Actor>

type Listener = { actorId: string; stream: PassThrough; reauthenticate: Reauthenticate }

const maxStreamsPerActor = 20
/** Unread bytes after which a client is disconnected. An event has about a hundred bytes. */
const unreadLimit = 64 * 1024

/**
 * Streams of events for clients of this node. The credentials are checked before each event and at each heartbeat, so a
 * stream ends together with its token or session.
 */
export function createEventStream({
  notifications,
  position,
}: {
  notifications: Pick<Notifications, 'listen' | 'isLive'>
  /** The cursor of the last change. */
  position: () => Promise<string>
}) {
  const listeners = new Set<Listener>()

  function onEvent(payload: string): void {
    if (payload === '') return
    const hint = JSON.parse(payload) as EventHint
    const permission = eventPermission(hint.type)
    if (!permission && hint.type !== inboxChanged) return
    const isFor = (actor: Actor) =>
      permission ? actor.permissions.has(permission) : actor.id === hint.object_id
    const text = `event: ${hint.type}\ndata: ${JSON.stringify(hint)}\n\n`
    for (const listener of listeners) send(listener, (actor) => (isFor(actor) ? text : ''))
  }

  function send(listener: Listener, textFor: (actor: Actor) => string): void {
    const write = (actor: Actor) => {
      const text = textFor(actor)
      if (text === '' || listener.stream.writableEnded) return
      if (listener.stream.writableLength > unreadLimit) listener.stream.destroy()
      else listener.stream.write(text)
    }
    const end = () => listener.stream.end()
    try {
      const actor = listener.reauthenticate()
      if (actor instanceof Promise) actor.then(write, end)
      else write(actor)
    } catch {
      end()
    }
  }

  /**
   * Where the stream begins. The client asks for what was changed between its own reading and this. It is read when the
   * stream already hears of changes, so that nothing lies between the two.
   */
  function tellPosition(listener: Listener): void {
    position().then(
      (cursor) => send(listener, () => `id: ${cursor}\n\n`),
      // Without it the client would miss changes and not know it. It connects again.
      () => listener.stream.end(),
    )
  }

  function beat(): void {
    for (const listener of listeners) send(listener, () => ':\n\n')
  }

  /** Notifications were missed, so all clients must reconnect and reload. */
  function endAll(): void {
    for (const { stream } of listeners) stream.end()
  }

  const job: Job = { name: 'event-stream-heartbeat', intervalMs: 15_000, run: beat }

  notifications.listen('kontor_events', onEvent, endAll)
  // When a session ends, its streams end at once, not at the next heartbeat.
  notifications.listen('kontor_sessions', () => beat(), endAll)

  return {
    open(actor: Actor, reauthenticate: Reauthenticate): Readable {
      if (!notifications.isLive()) {
        throw unavailable('events_unavailable', 'Live updates are unavailable.', 2)
      }
      const actorId = actor.id ?? actor.name
      if ([...listeners].filter((one) => one.actorId === actorId).length >= maxStreamsPerActor) {
        throw new Failure(
          'limited',
          'too_many_streams',
          `At most ${maxStreamsPerActor} streams can be open at once.`,
          {
            retry_after: 30,
          },
        )
      }
      const stream = new PassThrough()
      const listener = { actorId, stream, reauthenticate }
      listeners.add(listener)
      stream.on('close', () => listeners.delete(listener))
      stream.write('retry: 2000\n\n')
      tellPosition(listener)
      return stream
    },
    job,
    endAll,
    openStreams: (): number => listeners.size,
  }
}
