import { constants, getPriority } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import {
  createWorkerPool,
  type WorkerPool,
  type WorkerPoolOptions,
} from '../../server/platform/workers/worker-pool.ts'
import type { TestTask, ThreadState } from './test-worker.ts'

const pools: WorkerPool<TestTask, unknown>[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
})

function createPool(options: Partial<WorkerPoolOptions> = {}) {
  const file = new URL('./test-worker.ts', import.meta.url)
  const pool = createWorkerPool<TestTask, unknown>({ file, size: 1, queueLimit: 10, ...options })
  pools.push(pool)
  return pool
}

/** A task that blocks its thread until it is opened. */
function createGate() {
  const gate = new SharedArrayBuffer(8)
  const state = new Int32Array(gate)
  return {
    task: { kind: 'wait', gate } as const,
    isReached: () => Atomics.load(state, 1) === 1,
    open() {
      Atomics.store(state, 0, 1)
      Atomics.notify(state, 0)
    },
  }
}

const goesOn = async (pool: WorkerPool<TestTask, unknown>) =>
  expect(await pool.run({ kind: 'echo', value: 'still here' })).toBe('still here')

test('a task runs in a thread and its result comes back', async () => {
  expect(await createPool().run({ kind: 'echo', value: { a: [1, 'two'] } })).toEqual({ a: [1, 'two'] })
})

test('as many tasks run at once as there are threads, and the threads are used again', async () => {
  const pool = createPool({ size: 2 })
  const gates = [createGate(), createGate(), createGate()]
  const results = gates.map(({ task }) => pool.run(task))
  await expect.poll(() => gates.map((gate) => gate.isReached())).toEqual([true, true, false])
  gates[0]?.open()
  await expect.poll(() => gates[2]?.isReached()).toBe(true)
  for (const gate of gates) gate.open()
  const threads = await Promise.all(results)
  expect(threads[2]).toBe(threads[0])
  expect(threads[1]).not.toBe(threads[0])
})

test('tasks beyond the queue are refused at once, and the others are done', async () => {
  const pool = createPool({ queueLimit: 1 })
  const gate = createGate()
  const running = pool.run(gate.task)
  const waiting = pool.run({ kind: 'echo', value: 'waited' })
  await expect(pool.run({ kind: 'echo', value: 'refused' })).rejects.toMatchObject({ fault: 'full' })
  gate.open()
  await running
  expect(await waiting).toBe('waited')
})

test.each(['throw', 'reject'] as const)(
  'a task that %ss fails with its message, and the pool goes on',
  async (kind) => {
    const pool = createPool()
    await expect(pool.run({ kind })).rejects.toMatchObject({
      fault: 'failed',
      message: kind === 'throw' ? 'thrown in the thread' : 'rejected in the thread',
    })
    await goesOn(pool)
  },
)

test('a task that cannot be sent fails, and the pool goes on', async () => {
  const pool = createPool()
  await expect(pool.run({ kind: 'echo', value: () => {} })).rejects.toMatchObject({ fault: 'failed' })
  await goesOn(pool)
})

test('a task that never ends is terminated, its caller gets an error, and the pool goes on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const pool = createPool({ timeoutMs: 60_000 })
    const first = (await pool.run({ kind: 'look' })) as ThreadState
    const stuck = pool.run({ kind: 'loop' })
    const next = pool.run({ kind: 'look' })
    vi.advanceTimersByTime(60_000)
    await expect(stuck).rejects.toMatchObject({
      fault: 'timed_out',
      message: 'The task did not end within 60000 ms.',
    })
    expect(((await next) as ThreadState).threadId).not.toBe(first.threadId)
  } finally {
    vi.useRealTimers()
  }
})

test('a task that computes too long is terminated; one that waits is not', async () => {
  const pool = createPool({ size: 2, cpuMs: 1_000 })
  const gate = createGate()
  const waiting = pool.run(gate.task)
  await expect(pool.run({ kind: 'loop' })).rejects.toMatchObject({
    fault: 'out_of_cpu_time',
    message: 'The task used more than 1000 ms of CPU time.',
  })
  gate.open()
  await waiting
  await goesOn(pool)
})

test('the time of a task begins when a thread gets it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const pool = createPool({ timeoutMs: 1_000 })
    const gate = createGate()
    const first = pool.run(gate.task)
    const second = createGate()
    const waiting = pool.run(second.task)
    vi.advanceTimersByTime(900)
    gate.open()
    await first
    vi.advanceTimersByTime(900)
    second.open()
    await waiting
    // The timers of tasks that have ended do nothing.
    vi.advanceTimersByTime(10_000)
    await goesOn(pool)
  } finally {
    vi.useRealTimers()
  }
})

test('a task that needs too much memory loses its thread, and the pool goes on', async () => {
  const pool = createPool({ resourceLimits: { maxOldGenerationSizeMb: 24 } })
  await expect(pool.run({ kind: 'allocate' })).rejects.toMatchObject({ fault: 'out_of_memory' })
  await goesOn(pool)
})

test.each(['exit', 'crash'] as const)(
  'a thread that is lost (%s) takes only its own task with it',
  async (kind) => {
    const pool = createPool()
    const lost = pool.run({ kind })
    const next = pool.run({ kind: 'echo', value: 'next' })
    await expect(lost).rejects.toMatchObject({ fault: 'crashed' })
    expect(await next).toBe('next')
  },
)

test('buffers move to the thread and back', async () => {
  const bytes = new Uint8Array([1, 2, 3])
  const pool = createPool()
  const result = await pool.run({ kind: 'bytes', bytes }, [bytes.buffer])
  expect(result).toEqual({ sum: 6, answer: new Uint8Array(new TextEncoder().encode('answer')) })
  expect(bytes.buffer.detached).toBe(true)
  expect(await pool.run({ kind: 'answer-left' })).toBe(false)
})

test('buffers of a task that never reaches a thread are zeroed', async () => {
  const pool = createPool({ queueLimit: 1 })
  const gate = createGate()
  const secrets = [1, 2, 3].map((value) => new Uint8Array(4).fill(value))
  const [waiting, refused, late] = secrets as [
    Uint8Array<ArrayBuffer>,
    Uint8Array<ArrayBuffer>,
    Uint8Array<ArrayBuffer>,
  ]
  const send = (bytes: Uint8Array<ArrayBuffer>) => pool.run({ kind: 'bytes', bytes }, [bytes.buffer])
  const outcomes = [pool.run(gate.task), send(waiting), send(refused)]
  expect(waiting).toEqual(new Uint8Array(4).fill(1))
  const settled = Promise.allSettled(outcomes)
  await pool.close()
  await expect(send(late)).rejects.toMatchObject({ fault: 'closed' })
  expect(await settled).toMatchObject(['closed', 'closed', 'full'].map((fault) => ({ reason: { fault } })))
  for (const bytes of secrets) expect(bytes).toEqual(new Uint8Array(4))
})

test('close refuses what runs and what waits, also a task that never ends', async () => {
  const pool = createPool()
  const outcomes = Promise.allSettled([pool.run({ kind: 'loop' }), pool.run({ kind: 'loop' })])
  await pool.close()
  expect(await outcomes).toMatchObject([{ reason: { fault: 'closed' } }, { reason: { fault: 'closed' } }])
})

test('threads see only where compiled code is kept, and no options of the command line', async () => {
  const { env, execArgv } = (await createPool().run({ kind: 'look' })) as ThreadState
  expect({ env, execArgv }).toEqual({
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    execArgv: [],
  })
  expect(Object.keys(process.env).length).toBeGreaterThan(1)
})

test.runIf(process.platform === 'linux')('only threads of low priority run below the process', async () => {
  const low = (await createPool({ lowPriority: true }).run({ kind: 'look' })) as ThreadState
  const usual = (await createPool().run({ kind: 'look' })) as ThreadState
  expect(low.priority).toBe(Math.max(constants.priority.PRIORITY_BELOW_NORMAL, getPriority()))
  expect(usual.priority).toBe(getPriority())
})
