import { Registry } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
import { measureWorkers } from '../../server/platform/workers/worker-metrics.ts'
import {
  createWorkerPool,
  type WorkerPool,
  type WorkerPoolOptions,
} from '../../server/platform/workers/worker-pool.ts'
import { metricIn } from '../support/service/metrics.ts'
import type { TestTask } from './test-worker.ts'

let pool: WorkerPool<TestTask, unknown>
let registry: Registry
afterEach(() => pool.close())

function createPool(options: Partial<WorkerPoolOptions> = {}) {
  registry = new Registry()
  pool = createWorkerPool<TestTask, unknown>({
    file: new URL('./test-worker.ts', import.meta.url),
    size: 1,
    queueLimit: 2,
    observer: measureWorkers(registry)('test'),
    ...options,
  })
}

async function value(name: string, labels: Record<string, string> = {}) {
  return metricIn(await registry.metrics(), name, { pool: 'test', ...labels })
}
const tasks = async () => [
  await value('kontor_worker_tasks_running'),
  await value('kontor_worker_tasks_waiting'),
]
const ended = (outcome: string) => value('kontor_worker_run_seconds_count', { outcome })

test('running, waiting and refused tasks, and their time', async () => {
  createPool()
  const gate = new SharedArrayBuffer(8)
  const running = pool.run({ kind: 'wait', gate })
  const waiting = [pool.run({ kind: 'echo', value: 1 }), pool.run({ kind: 'throw' })]
  expect(await tasks()).toEqual([1, 2])
  const settled = Promise.allSettled(waiting)
  await expect(pool.run({ kind: 'echo', value: 3 })).rejects.toMatchObject({ fault: 'full' })
  expect(await value('kontor_worker_tasks_refused_total')).toBe(1)
  Atomics.store(new Int32Array(gate), 0, 1)
  Atomics.notify(new Int32Array(gate), 0)
  await running
  await settled
  expect(await tasks()).toEqual([0, 0])
  expect([await ended('success'), await ended('failed')]).toEqual([2, 1])
  expect(await value('kontor_worker_wait_seconds_count')).toBe(3)
  expect(await value('kontor_worker_run_seconds_sum', { outcome: 'success' })).toBeGreaterThan(0)
})

test('a task that takes too long counts once, as timed out', async () => {
  createPool({ timeoutMs: 1_000 })
  await expect(pool.run({ kind: 'loop' })).rejects.toMatchObject({ fault: 'timed_out' })
  await pool.close()
  expect([await ended('timed_out'), await ended('crashed'), await ended('closed')]).toEqual([1, 0, 0])
  expect(await tasks()).toEqual([0, 0])
})

test('a thread that is lost, and a pool that is closed', async () => {
  createPool()
  await expect(pool.run({ kind: 'exit' })).rejects.toMatchObject({ fault: 'crashed' })
  expect(await ended('crashed')).toBe(1)
  const outcomes = Promise.allSettled([pool.run({ kind: 'loop' }), pool.run({ kind: 'loop' })])
  await pool.close()
  await outcomes
  expect(await ended('closed')).toBe(1)
  expect(await tasks()).toEqual([0, 0])
})
