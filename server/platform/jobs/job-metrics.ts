import { Histogram, type Registry } from 'prom-client'

export type ObserveRun = (job: string, outcome: 'success' | 'failure', seconds: number) => void

/** Runs, failures and duration of periodic jobs: one histogram, whose counts are the runs by outcome. */
export function measureJobs(registry: Registry): ObserveRun {
  const runs = new Histogram({
    name: 'kontor_job_run_seconds',
    help: 'Duration of the runs of periodic jobs, by job and outcome (success or failure)',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60],
    registers: [registry],
  })
  return (job, outcome, seconds) => runs.observe({ job, outcome }, seconds)
}
