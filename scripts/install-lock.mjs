// One installation at a time in this clone. The lock lies beside node_modules, since npm ci empties that.
import { linkSync, renameSync, rmSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readOr, root } from './installation.mjs'

const path = join(root, '.install-lock')
const heartbeat = 5_000
const abandonedAfter = 10 * 60_000

/** Waits for the lock. Returns what holds it: `add` names a process that also keeps it, `release` gives it back. */
export async function takeInstallLock(onWait) {
  let waiting = false
  while (!create()) {
    const held = readOr(path, null)
    if (held !== null && isStale(held)) breakLock(held)
    else {
      if (!waiting) onWait()
      waiting = true
      await sleep(200)
    }
  }
  const beat = setInterval(() => utimesSync(path, new Date(), new Date()), heartbeat)
  beat.unref()
  return {
    add: (pid) => writeFileSync(path, `${process.pid} ${pid}`),
    release: () => {
      clearInterval(beat)
      rmSync(path, { force: true })
    },
  }
}

// A link appears with its content, so nobody reads a lock without an owner.
function create() {
  const own = `${path}.${process.pid}`
  writeFileSync(own, `${process.pid}`)
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    unlinkSync(own)
  }
}

// The npm that a killed launcher left behind still writes: the lock is stale only when both are gone.
function isStale(held) {
  if (!held.split(' ').map(Number).some(isAlive)) return true
  const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
  return Date.now() - mtimeMs > abandonedAfter
}

// Two may find the same stale lock: the move decides, and who moved a fresh one away puts it back.
function breakLock(held) {
  const aside = `${path}.stale-${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  try {
    if (readOr(aside, null) !== held) linkSync(aside, path)
  } catch {
    // A third one took it meanwhile.
  } finally {
    unlinkSync(aside)
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
