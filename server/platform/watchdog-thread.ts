import { write } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { WatchdogData, WatchdogMessage } from './watchdog.ts'

const { beats, stopMs, stuckMs, tickMs } = workerData as WatchdogData
const counter = new Int32Array(beats)
/** For a reader of standard error that does not read. */
const writeMs = 200

let step = 'the start'
let stopBy = Number.POSITIVE_INFINITY
let seen = -1
let missed = 0
let ending = false

parentPort?.on('message', (message: WatchdogMessage) => {
  if ('step' in message) step = message.step
  else stopBy = Math.min(stopBy, performance.now() + stopMs)
})

setInterval(() => {
  const now = Atomics.load(counter, 0)
  // Ticks are counted, not time: while the whole process is suspended, this thread does not tick either.
  missed = now === seen ? missed + 1 : 0
  seen = now
  if (performance.now() > stopBy) {
    end(`the service did not stop within ${stopMs / 1000} s and was ended; it was waiting for ${step}.`)
  } else if (missed * tickMs > stuckMs) {
    end(`the event loop did not respond for ${stuckMs / 1000} s; the service was ended.`)
  }
}, tickMs)

/** Only a signal ends the process from a thread. The sentence is not waited for: the reader may be what hangs. */
function end(sentence: string): void {
  if (ending) return
  ending = true
  const kill = () => process.kill(process.pid, 'SIGKILL')
  write(2, `kontor: ${sentence}\n`, kill)
  setTimeout(kill, writeMs)
}
