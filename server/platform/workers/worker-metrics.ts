import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { TaskOutcome, WorkerObserver } from './worker-pool.ts'

const buckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 30]

const outcomes: readonly TaskOutcome[] = [
  'success',
  'failed',
  'timed_out',
  'out_of_cpu_time',
  'out_of_memory',
  'crashed',
  'closed',
]

/** Returns what observes a pool, given its name. All pools of the service share the metrics. */
export function measureWorkers(registry: Registry): (pool: string) => WorkerObserver {
  const registers = [registry]
  const waiting = new Gauge({
    name: 'kontor_worker_tasks_waiting',
    help: 'Tasks that wait for a worker thread, by pool',
    labelNames: ['pool'],
    registers,
  })
  const running = new Gauge({
    name: 'kontor_worker_tasks_running',
    help: 'Tasks that run in a worker thread, by pool',
    labelNames: ['pool'],
    registers,
  })
  const waits = new Histogram({
    name: 'kontor_worker_wait_seconds',
    help: 'How long tasks waited for a worker thread, by pool',
    labelNames: ['pool'],
    buckets,
    registers,
  })
  const runs = new Histogram({
    name: 'kontor_worker_run_seconds',
    help: 'How long tasks ran in a worker thread, by pool and outcome (success, failed, timed_out, out_of_cpu_time, out_of_memory, crashed, closed)',
    labelNames: ['pool', 'outcome'],
    buckets,
    registers,
  })
  const refused = new Counter({
    name: 'kontor_worker_tasks_refused_total',
    help: 'Tasks that were refused because too many waited, by pool',
    labelNames: ['pool'],
    registers,
  })
  return (pool) => {
    waiting.set({ pool }, 0)
    running.set({ pool }, 0)
    refused.inc({ pool }, 0)
    // Prometheus counts an increase only from a value that it has seen.
    for (const outcome of outcomes) runs.zero({ pool, outcome })
    return {
      changed(state) {
        waiting.set({ pool }, state.waiting)
        running.set({ pool }, state.running)
      },
      started: (seconds) => waits.observe({ pool }, seconds),
      ended: (outcome: TaskOutcome, seconds) => runs.observe({ pool, outcome }, seconds),
      refused: () => refused.inc({ pool }),
    }
  }
}
