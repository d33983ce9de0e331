import { readEvents } from '../../client/src/event-stream.ts'
import type { Operation } from '../../contract/api/operation.ts'
import type { EventHint } from '../../contract/events/events.ts'
import { streamEvents } from '../../contract/operations/events/events.ts'
import { request } from './client.ts'
import { exclusively } from './session.ts'

/** A change, or that the stream has opened at a place in the log of changes. */
export type LiveMessage = EventHint | { opened: string }
type Listener = (told: LiveMessage) => void

const channel = new BroadcastChannel('kontor-events')
const retryMs = 3_000
/** The service sends something every fifteen seconds. A connection can die without either side noticing. */
const longestSilenceMs = 45_000

/**
 * Receives events until `signal` is aborted. One tab reads the stream and forwards events to the others, because a
 * browser opens only six connections to a host. When this tab closes, another one takes over.
 */
export function listenToEvents(onTold: Listener, signal: AbortSignal): void {
  const relay = ({ data }: MessageEvent<LiveMessage>) => onTold(data)
  channel.addEventListener('message', relay)
  signal.addEventListener('abort', () => channel.removeEventListener('message', relay))
  const tell: Listener = (told) => {
    onTold(told)
    channel.postMessage(told)
  }
  void exclusively('kontor-events', () => hold(tell, signal))
}

async function hold(tell: Listener, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const silence = watchSilence()
    try {
      const { body } = await request<Response>(streamEvents as unknown as Operation, {
        signal: AbortSignal.any([signal, silence.signal]),
      })
      const onPosition = (opened: string) => tell({ opened })
      if (body)
        for await (const hint of readEvents<EventHint>(body.pipeThrough(silence.heard()), { onPosition }))
          tell(hint)
    } catch {
      // The banner shows a lost connection; here we only try again.
    }
    silence.end()
    await pause(signal)
  }
}

/** Aborts when nothing has come for too long. */
function watchSilence() {
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), longestSilenceMs)
  const listen = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silent.abort(), longestSilenceMs)
  }
  return {
    signal: silent.signal,
    heard: () =>
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, through) {
          listen()
          through.enqueue(chunk)
        },
      }),
    end: () => clearTimeout(timer),
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
