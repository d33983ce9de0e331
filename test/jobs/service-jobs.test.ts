import { expect, test } from 'vitest'
import { startServer } from '../support/service/harness.ts'
import { createManualTimers } from '../support/service/manual-timers.ts'

const timers = createManualTimers()
const server = startServer({ timers })

async function runs(outcome: 'success' | 'failure'): Promise<string[]> {
  const { body } = await server.anonymous.get('/metrics')
  const counts = body.matchAll(/^kontor_job_run_seconds_count\{job="(.+)",outcome="(.+)"\} \d+$/gm)
  return [...counts]
    .filter(([, , found]) => found === outcome)
    .map(([, job]) => job)
    .toSorted()
}

test('the service runs all its periodic jobs on the timers it is given', async () => {
  await expect
    .poll(() => runs('success'), { timeout: 10_000 })
    .toEqual([
      'act-retention',
      'address-challenge-retention',
      'audit-checkpoint-age',
      'backup-age',
      'change-retention',
      'comment-attachment-cleaning',
      'database-probe',
      'disk-space',
      'event-retention',
      'expiring-notices',
      'idempotency-expiry',
      'inbox',
      'index-building',
      'notice-retention',
      'notifications-probe',
      'overdue-notices',
      'paper-rendering',
      'proof-notices',
      'proof-renewal',
      'register-leftovers',
      'screening-due',
      'screening-metrics',
      'screening-pass',
      'screening-sweep',
      'signing-state',
      'signing-stops',
      'single-keys',
      'transfer-backlog',
      'webhook-backlog',
      'webhook-delivery',
    ])
  timers.advance(2 * 3_600_000)
  await expect
    .poll(() => runs('success'), { timeout: 10_000 })
    .toEqual([
      'act-retention',
      'address-challenge-retention',
      'audit-checkpoint-age',
      'audit-checkpoints',
      'backup-age',
      'chain-statements',
      'change-retention',
      'clock-skew',
      'coin-balances',
      'comment-attachment-cleaning',
      'control-start',
      'database-probe',
      'deferred-audit',
      'disk-space',
      'ended-approvals',
      'event-retention',
      'event-stream-heartbeat',
      'expiring-notices',
      'gram-counting',
      'idempotency-expiry',
      'inbox',
      'index-building',
      'notice-retention',
      'notifications-probe',
      'order-execution',
      'overdue-notices',
      'paper-rendering',
      'proof-notices',
      'proof-renewal',
      'proof-start',
      'quote-expiry',
      'rate-counts',
      'register',
      'register-leftovers',
      'response-renewal',
      'screening-due',
      'screening-index',
      'screening-metrics',
      'screening-pass',
      'screening-sweep',
      'session-housekeeping',
      'signing-key-heartbeat',
      'signing-state',
      'signing-stops',
      'single-keys',
      'transfer-backlog',
      'transfer-effects',
      'transfer-expiry',
      'vault-unlock',
      'webhook-backlog',
      'webhook-delivery',
    ])
  expect(await runs('failure')).toEqual([])
})
