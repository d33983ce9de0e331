// Allows only one installation at a time. The lock is not in node_modules, because npm ci empties that directory.
import { linkSync, renameSync, rmSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readOr, root } from './installation.mjs'

const path = join(root, '.install-lock')
const heartbeat = 5_000
const abandonedAfter = 10 * 60_000

/** Waits for the lock. `add` names another process that holds it too; `release` releases it. */
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

// A link is created together with its content, so the lock always names its owner.
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

// If the launcher is killed, its npm may still be writing: the lock is stale only when both have ended.
function isStale(held) {
  if (!held.split(' ').map(Number).some(isAlive)) return true
  const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
  return Date.now() - mtimeMs > abandonedAfter
}

// Two processes may find the same stale lock. The rename decides; whoever renamed a new lock by mistake restores it.
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
    // Another process has taken the lock in the meantime.
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
