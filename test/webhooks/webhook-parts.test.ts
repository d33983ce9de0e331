import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { webhookHeaders, writeWebhookSecret } from '../../server/features/webhooks/webhook-signature.ts'
import { nextAttempt, retryWindow } from '../../server/platform/delivery/retry-schedule.ts'
import { fc, runs } from '../support/cases/properties.ts'

test('the reference library accepts the signature, during a rotation with both secrets', () => {
  const [old, young, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const body = JSON.stringify({ type: 'organization.created', data: { name: 'ООО «Ромашка»' } })
  const headers = webhookHeaders({ id: 'evt_1', at: new Date(), body }, [young, old])

  for (const secret of [young, old]) {
    expect(new Webhook(writeWebhookSecret(secret)).verify(body, headers)).toEqual(JSON.parse(body))
  }
  expect(() => new Webhook(writeWebhookSecret(foreign)).verify(body, headers)).toThrow(
    'No matching signature',
  )
  expect(() => new Webhook(writeWebhookSecret(old)).verify(`${body} `, headers)).toThrow()
  const moved = { ...headers, 'webhook-id': 'evt_2' }
  expect(() => new Webhook(writeWebhookSecret(old)).verify(body, moved)).toThrow()
})

test('an example of the specification', () => {
  // standardwebhooks.com, "Verifying webhooks": secret, id, timestamp and body of its test vector.
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
  const at = new Date(1614265330 * 1000)
  const headers = webhookHeaders({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at, body: '{"test": 2432232314}' }, [
    secret,
  ])
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('delays between retries grow, and retries end after three days', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (stream) => {
      const start = new Date('2026-01-01T00:00:00Z')
      const random = () => stream.next().value ?? 0
      const times = [start]
      for (let next: Date | undefined = start; next; ) {
        next = nextAttempt(times.length, start, next, random)
        if (next) times.push(next)
        expect(times.length).toBeLessThan(30)
      }
      const gaps = times.slice(1).map((time, i) => time.getTime() - (times[i] ?? start).getTime())
      expect(gaps.every((gap) => gap > 0 && gap <= 12 * 3600_000 * 1.1)).toBe(true)
      // The last gap is cut by the end of the window; until 12 hours are reached each is longer than the one before.
      const growing = gaps.slice(0, 9)
      expect(growing.every((gap, i) => i === 0 || gap > (growing[i - 1] ?? 0))).toBe(true)
      expect((times.at(-1)?.getTime() ?? 0) - start.getTime()).toBe(retryWindow)
    }),
    { numRuns: runs(50) },
  )
})
