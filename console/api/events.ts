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
      const response = await request(streamEvents as unknown as Operation, { signal })
      if (response.ok && response.body) {
        // Missed events are not repeated, so everything is reloaded.
        if (!first) tell('reconnected')
        await readStream(response.body, tell)
      }
    } catch {
      // The banner shows a lost connection; here we only try again.
    }
    await pause(signal)
  }
}

async function readStream(body: ReadableStream<Uint8Array>, tell: Listener): Promise<void> {
  let rest = ''
  for await (const text of body.pipeThrough(
    new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>,
  ) as unknown as AsyncIterable<string>) {
    const messages = (rest + text).split('\n\n')
    rest = messages.pop() ?? ''
    for (const message of messages) {
      const data = message
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5))
        .join('\n')
      if (data.trim()) tell(JSON.parse(data) as EventHint)
    }
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
