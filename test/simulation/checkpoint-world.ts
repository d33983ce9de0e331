import pino from 'pino'
import { Registry } from 'prom-client'
import type { CheckpointFile } from '../../server/features/audit/checkpoints/checkpoint-file.ts'
import type { CheckpointStore } from '../../server/features/audit/checkpoints/checkpoint-store.ts'
import { createCheckpointWriter } from '../../server/features/audit/checkpoints/checkpoint-writer.ts'
import type { Checkpoint } from '../../server/features/audit/checkpoints/checkpoints.ts'
import { createJobs } from '../../server/platform/jobs/jobs.ts'
import { openScope, withinScope } from '../../server/platform/request-scope.ts'
import { createMemoryCheckpointStore } from './memory-checkpoint-store.ts'
import { throughNode } from './node-store.ts'
import { DatabaseAway, type Node, type World } from './world.ts'

const second = 1_000
const minute = 60 * second
/** A file that failed is tried again after a minute; its last row then has a checkpoint within another one. */
const soon = 2 * minute + 10 * second
/** Enough for some checkpoints of hundredth rows. */
const maxRows = 250
const isOutage = (error: unknown) => error instanceof DatabaseAway

/** Parts with a known fault, to prove that it would be found. */
export type FaultyParts = {
  store?: (own: CheckpointStore) => Partial<CheckpointStore>
  file?: (file: CheckpointFile) => Partial<CheckpointFile>
}

/**
 * Rows are added to the audit log while nodes write checkpoints to their files, crash, find the files failing and the
 * clock set back and forth. No file repeats or misses a line, and the signed head never goes back.
 */
export async function checkpointWorld(world: World, faulty: FaultyParts = {}): Promise<void> {
  const { random } = world
  const memory = createMemoryCheckpointStore()
  const files = new Map<string, Checkpoint[]>()
  const nodeCount = 1 + random.below(3)
  const fileCount = 1 + random.below(2)
  let fileTrouble = random.pick([0, 0.1, 0.5])
  Object.assign(world.faults, { away: random.pick([0, 0.02, 0.1]), slow: random.pick([0, 0.02]) })
  // A chain that nobody has changed must not raise the alarm.
  const log = pino(
    { level: 'error', base: null, timestamp: false },
    { write: (line) => void (line.includes('audit_log_changed') && world.fail(`False alarm: ${line}`)) },
  )

  /** A write that fails may have written the first lines. */
  function createFile(node: Node): CheckpointFile {
    const broken = () => new Error('EIO')
    return {
      readLast: (path) =>
        node.call(`reads ${path}`, () => {
          if (random.chance(fileTrouble)) throw broken()
          return files.get(path)?.at(-1)
        }),
      append: (path, checkpoints) =>
        node.call(`appends to ${path}`, () => {
          const fails = random.chance(fileTrouble)
          const written = checkpoints.slice(0, fails ? random.below(checkpoints.length + 1) : undefined)
          for (const checkpoint of written) addLine(path, checkpoint)
          if (fails) throw broken()
        }),
    }
  }

  function addLine(path: string, checkpoint: Checkpoint): void {
    const lines = files.get(path) ?? []
    const last = lines.at(-1)?.seq ?? 0
    const { seq, hash } = checkpoint
    if (seq <= last) world.fail(`${path} gets row ${seq} after row ${last}.`)
    const hundredth = (Math.floor(last / 100) + 1) * 100
    if (seq > hundredth) world.fail(`${path} gets row ${seq} after row ${last}, and misses row ${hundredth}.`)
    if (memory.row(seq)?.hash.toString('hex') !== hash) world.fail(`${path} has a wrong hash of row ${seq}.`)
    if (seq > memory.signedHead().seq)
      world.fail(`${path} gets row ${seq}, which the signed head does not cover.`)
    files.set(path, [...lines, checkpoint])
  }

  /** The store, whose signed head is watched. */
  function watched(): CheckpointStore {
    const store: CheckpointStore = {
      ...memory.store,
      async replaceSignedHead(found, link) {
        const before = memory.signedHead().seq
        const isReplaced = await memory.store.replaceSignedHead(found, link)
        const after = memory.signedHead().seq
        if (after < before) world.fail(`The signed head goes back from row ${before} to row ${after}.`)
        return isReplaced
      },
    }
    return { ...store, ...faulty.store?.(store) }
  }

  function start(index: number) {
    const name = `node ${index}`
    const node = world.createNode(name)
    const paths = Array.from({ length: fileCount }, (_, n) => `file ${n} of ${name}`)
    const file = createFile(node)
    const writer = createCheckpointWriter({
      store: throughNode(node, watched()),
      now: world.now,
      log,
      vault: { state: () => 'open', requireOpen: () => {} },
      metrics: new Registry(),
      checkpointFiles: paths as [string, ...string[]],
      file: { ...file, ...faulty.file?.(file) },
      timers: node.timers,
    })
    const jobs = createJobs({ log, now: world.now, timers: node.timers, isOutage, random: random.next })
    jobs.every({ ...writer.job, intervalMs })
    jobs.start()
    return { node, paths, jobs, writer }
  }

  /** The job runs every second. Where nothing else depends on it, less often, so that a run needs fewer steps. */
  const intervalMs = random.pick([1, 5, 10]) * second
  const services = Array.from({ length: nodeCount }, (_, n) => start(n))
  let isOver = false

  /** What passes has a checkpoint of all that was written before, in every file of its node. */
  function release({ writer, paths }: (typeof services)[number]): void {
    const { seq } = memory.head()
    const scope = openScope(undefined)
    scope.recorded.push({ action: 'released', event: memory.row(seq)?.event ?? '' })
    const checkFiles = () => {
      const missing = paths.find((path) => (files.get(path)?.at(-1)?.seq ?? 0) < seq)
      if (missing) world.fail(`Row ${seq} is released, and ${missing} has no checkpoint of it.`)
    }
    withinScope(scope, writer.gate.pass).then(checkFiles, () => undefined)
  }

  async function act(): Promise<void> {
    while (!isOver) {
      await world.sleep(random.below(random.pick([second, 20 * second, minute])), 'somebody')
      const rows = memory.head().seq < maxRows ? random.pick([1, 1, 1, 1, 40, 130]) : 1
      for (let n = rows; n > 0; n -= 1) memory.append(world.now())
      // All nodes at once, while rows are added.
      const isAsked = random.chance(0.3)
      for (const service of isAsked ? services : []) {
        if (random.chance(0.5)) service.writer.cut(true).catch(() => undefined)
        else release(service)
        for (let n = random.below(10); n > 0; n -= 1) await world.call('somebody goes on', () => {})
        memory.append(world.now())
      }
    }
  }

  async function disturb(): Promise<void> {
    while (!isOver) {
      await world.sleep(random.below(30 * second), 'chance')
      const index = random.below(services.length)
      const service = services[index]
      if (!service) return
      if (random.chance(0.2)) {
        world.setClock((random.below(20) - 10) * random.pick([second, minute, 60 * minute]))
        continue
      }
      if (random.chance(0.5)) service.node.crash()
      else {
        await service.jobs.stop()
        await service.writer.stop()
        service.node.crash()
      }
      services[index] = start(index)
    }
  }

  const work = [act(), disturb()]
  await world.runFor(random.below(2 * minute))
  isOver = true
  await world.finish(Promise.all(work), 'The end of all changes')
  Object.assign(world.faults, { away: 0, slow: 0 })
  fileTrouble = 0
  const { seq } = memory.head()
  const isWritten = () =>
    services.every(({ paths }) => paths.every((path) => (files.get(path)?.at(-1)?.seq ?? 0) === seq))
  await world.runUntil(isWritten, 'The checkpoint of the last row', soon)
}
