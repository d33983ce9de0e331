import { readEvents } from '../../client/src/event-stream.ts'
import type { EventHint } from '../../contract/events.ts'
import type { Operation } from '../../contract/operation.ts'
import { streamEvents } from '../../contract/operations/events.ts'
import { request } from './client.ts'
import { exclusively } from './session.ts'

type Listener = (hint: EventHint | 'reconnected') => void

const channel = new BroadcastChannel('kontor-events')
const retryMs = 3_000

/**
 * Receives events until `signal` is aborted. One tab reads the stream and forwards events to the others, because a
 * browser opens only six connections to a host. When this tab closes, another one takes over.
 */
export function listenToEvents(onHint: Listener, signal: AbortSignal): void {
  const relay = ({ data }: MessageEvent<EventHint | 'reconnected'>) => onHint(data)
  channel.addEventListener('message', relay)
  signal.addEventListener('abort', () => channel.removeEventListener('message', relay))
  const tell: Listener = (hint) => {
    onHint(hint)
    channel.postMessage(hint)
  }
  void exclusively('kontor-events', () => hold(tell, signal))
}

async function hold(tell: Listener, signal: AbortSignal): Promise<void> {
  for (let first = true; !signal.aborted; first = false) {
    try {
      const { body } = await request<Response>(streamEvents as unknown as Operation, { signal })
      // Missed events are not repeated, so everything is reloaded.
      if (!first) tell('reconnected')
      if (body) for await (const hint of readEvents<EventHint>(body)) tell(hint)
    } catch {
      // The banner shows a lost connection; here we only try again.
    }
    await pause(signal)
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, retryMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
