import pino from 'pino'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { measureJobs } from '../../server/platform/jobs/job-metrics.ts'
import { createJobs, type Job } from '../../server/platform/jobs/jobs.ts'
import { createManualTimers } from '../support/service/manual-timers.ts'

class Outage extends Error {}

function setUp({ random = (): number => 0 } = {}) {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null, level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const timers = createManualTimers()
  const registry = new Registry()
  const observe = measureJobs(registry)
  const isOutage = (error: unknown) => error instanceof Outage
  const jobs = createJobs({ log, now: timers.now, timers, random, isOutage, observe })
  return { jobs, timers, registry, lines }
}

/** A job whose runs last until the test ends them. */
function gated(options: Partial<Job> = {}) {
  const runs: PromiseWithResolvers<void>[] = []
  const job: Job = {
    name: 'gated',
    intervalMs: 1_000,
    run() {
      const run = Promise.withResolvers<void>()
      runs.push(run)
      return run.promise
    },
    ...options,
  }
  return { job, runs }
}

test('a job runs after each interval, counted from the end of the last run', async () => {
  const { jobs, timers } = setUp()
  const { job, runs } = gated()
  const handle = jobs.every(job)
  jobs.start()
  timers.advance(999)
  expect(runs).toHaveLength(0)
  timers.advance(1)
  expect(runs).toHaveLength(1)
  timers.advance(5_000)
  runs[0]?.resolve()
  await handle.idle()
  expect(timers.due()).toEqual([7_000])
  timers.advance(1_000)
  expect(runs).toHaveLength(2)
  runs[1]?.resolve()
})

test('a job never runs twice at once, however long it takes', async () => {
  const { jobs, timers } = setUp()
  const { job, runs } = gated({ runAtStart: true })
  const handle = jobs.every(job)
  jobs.start()
  timers.advance(60_000)
  handle.wake()
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
})

test('runAtStart runs the job at the start', () => {
  const { jobs } = setUp()
  const { job, runs } = gated({ runAtStart: true })
  jobs.every(job)
  expect(runs).toHaveLength(0)
  jobs.start()
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
})

test('wake runs the job now and restarts the interval', async () => {
  const { jobs, timers } = setUp()
  const { job, runs } = gated()
  const handle = jobs.every(job)
  jobs.start()
  timers.advance(400)
  handle.wake()
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await handle.idle()
  expect(timers.due()).toEqual([1_400])
})

test('calls of wake during a run cause one more run', async () => {
  const { jobs } = setUp()
  const { job, runs } = gated({ runAtStart: true })
  const handle = jobs.every(job)
  jobs.start()
  handle.wake()
  handle.wake()
  runs[0]?.resolve()
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve()
  await handle.idle()
  expect(runs).toHaveLength(2)
})

test.each([
  ['rejects', async () => Promise.reject(new Error('out of order'))],
  [
    'throws',
    () => {
      throw new Error('out of order')
    },
  ],
])('a run that %s is logged with the name of the job, and the next run comes', async (_how, run) => {
  const { jobs, timers, lines } = setUp()
  const handle = jobs.every({ name: 'broken', intervalMs: 1_000, run })
  jobs.start()
  timers.advance(1_000)
  await handle.idle()
  expect(lines).toMatchObject([
    {
      level: 40,
      job: 'broken',
      err: { name: 'Error', message: 'out of order' },
      msg: 'a periodic job failed',
    },
  ])
  timers.advance(1_000)
  await handle.idle()
  expect(lines).toHaveLength(2)
})

test('a failed run is logged without the fields in which a database error carries values', async () => {
  const { jobs, lines } = setUp()
  const run = () => Promise.reject(Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(a@b)' }))
  const handle = jobs.every({ name: 'broken', intervalMs: 1_000, runAtStart: true, run })
  jobs.start()
  await handle.idle()
  expect(JSON.stringify(lines)).toContain('duplicate key')
  expect(JSON.stringify(lines)).not.toContain('a@b')
})

test('a run that fails in an outage is logged at debug level', async () => {
  const { jobs, lines } = setUp()
  const run = () => Promise.reject(new Outage())
  const handle = jobs.every({ name: 'away', intervalMs: 1_000, runAtStart: true, run })
  jobs.start()
  await handle.idle()
  expect(lines).toMatchObject([{ level: 20, job: 'away' }])
})

test('jitter lengthens the interval by up to its share', async () => {
  const { jobs, timers } = setUp({ random: () => 0.5 })
  jobs.every(gated({ jitter: 0.2 }).job)
  jobs.start()
  expect(timers.due()).toEqual([1_100])
})

test('stop waits for the run under way, tells it so, and starts nothing more', async () => {
  const { jobs, timers } = setUp()
  const runs: PromiseWithResolvers<void>[] = []
  let signal: AbortSignal | undefined
  const handle = jobs.every({
    name: 'long',
    intervalMs: 1_000,
    runAtStart: true,
    run(stopping) {
      signal = stopping
      const run = Promise.withResolvers<void>()
      runs.push(run)
      return run.promise
    },
  })
  const other = gated()
  jobs.every(other.job)
  jobs.start()
  handle.wake()
  expect(signal?.aborted).toBe(false)
  let stopped = false
  const stopping = jobs.stop().then(() => {
    stopped = true
  })
  expect(signal?.aborted).toBe(true)
  await new Promise(setImmediate)
  expect(stopped).toBe(false)
  runs[0]?.resolve()
  await stopping
  handle.wake()
  timers.advance(60_000)
  expect(timers.due()).toEqual([])
  expect(runs).toHaveLength(1)
  expect(other.runs).toHaveLength(0)
})

test('a start after the stop runs nothing', async () => {
  const { jobs, timers } = setUp()
  const { job, runs } = gated({ runAtStart: true })
  const handle = jobs.every(job)
  await jobs.stop()
  jobs.start()
  handle.wake()
  timers.advance(60_000)
  expect(runs).toHaveLength(0)
})

test('runs, failures and duration are measured by job', async () => {
  const { jobs, timers, registry } = setUp()
  const { job, runs } = gated({ runAtStart: true })
  const handle = jobs.every(job)
  jobs.start()
  timers.advance(3_000)
  runs[0]?.resolve()
  await handle.idle()
  timers.advance(1_000)
  runs[1]?.reject(new Error('out of order'))
  await handle.idle()
  const text = await registry.metrics()
  expect(text).toContain('kontor_job_run_seconds_count{job="gated",outcome="success"} 1')
  expect(text).toContain('kontor_job_run_seconds_sum{job="gated",outcome="success"} 3')
  expect(text).toContain('kontor_job_run_seconds_count{job="gated",outcome="failure"} 1')
})

test('a job that rests runs at once for the first wake, and once for all of its rest', async () => {
  const { jobs, timers } = setUp()
  const { job, runs } = gated({ restMs: 50 })
  const handle = jobs.every(job)
  jobs.start()
  handle.wake()
  expect(runs).toHaveLength(1)
  handle.wake()
  runs[0]?.resolve()
  await settled()
  handle.wake()
  handle.wake()
  timers.advance(49)
  expect(runs).toHaveLength(1)
  let isIdle = false
  const idle = handle.idle().then(() => {
    isIdle = true
  })
  timers.advance(1)
  expect(runs).toHaveLength(2)
  expect(isIdle).toBe(false)
  runs[1]?.resolve()
  await idle
  // Nobody asked for more: the rest ends without a run, and the next wake begins at once.
  timers.advance(50)
  expect(runs).toHaveLength(2)
  handle.wake()
  expect(runs).toHaveLength(3)
  runs[2]?.resolve()
})

test('a stop ends the rest without a run', async () => {
  const { jobs, timers } = setUp()
  const { job, runs } = gated({ restMs: 50 })
  const handle = jobs.every(job)
  jobs.start()
  handle.wake()
  runs[0]?.resolve()
  await settled()
  handle.wake()
  await jobs.stop()
  timers.advance(2_000)
  expect(runs).toHaveLength(1)
})

/** After a run has ended and the job has noticed. */
const settled = () => new Promise((resolve) => setImmediate(resolve))
