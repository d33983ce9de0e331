// Runs a child process on behalf of this one: signals are passed on, and this process ends as the child did.
// Plain JavaScript without dependencies, because the launcher uses it before anything is installed.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']
const parentCheckMs = 1_000

/**
 * Resolves when the child has ended: `{ code, signal, error, stoppedBy }`, where `stoppedBy` is the first signal that
 * this process got meanwhile. With `killAfter`, a child that has not ended so many milliseconds after it is killed.
 * With `endsWithParent`, the child is told to stop when the parent of this process has ended, also if it was killed.
 */
export function runChild(
  file,
  args,
  { onSpawn = () => {}, killAfter, endsWithParent = false, ...options } = {},
) {
  const parent = process.ppid
  const child = spawn(file, args, options)
  let stoppedBy
  let timer
  function stop(signal) {
    stoppedBy ??= signal
    if (killAfter !== undefined) timer ??= setTimeout(kill, killAfter)
    if (signal === 'SIGTERM' || !isInForeground()) child.kill(signal)
  }
  const handlers = forwarded.map((signal) => {
    const handler = () => stop(signal)
    process.on(signal, handler)
    return [signal, handler]
  })
  function kill() {
    console.error(`kontor: the process did not end within ${killAfter / 1000} s and was killed.`)
    child.kill('SIGKILL')
  }
  // Nothing tells a process that its parent has ended, so it has to look.
  const watch =
    endsWithParent &&
    setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(watch)
      stop('SIGTERM')
    }, parentCheckMs)
  onSpawn(child)
  return new Promise((done) => {
    const end = (result) => {
      clearTimeout(timer)
      clearInterval(watch)
      for (const [name, handler] of handlers) process.off(name, handler)
      done({ ...result, stoppedBy })
    }
    child.on('error', (error) => end({ code: 1, signal: null, error }))
    child.on('close', (code, signal) => end({ code, signal }))
  })
}

/** Ends this process by the signal, as if it had not been handled. */
export function endBy(signal) {
  // As the first process of a container, a process does not die of its own signals.
  process.exitCode = 128 + constants.signals[signal]
  process.kill(process.pid, signal)
}

// A terminal sends SIGINT and SIGHUP to the whole foreground process group, so the child already has them. A second
// signal would mean "stop at once".
function isInForeground() {
  if (process.platform !== 'linux') return Boolean(process.stdin.isTTY || process.stderr.isTTY)
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return group === foreground
}
