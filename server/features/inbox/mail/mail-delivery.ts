import type { Logger } from 'pino'
import { permissionsOf } from '../../../../contract/api/roles.ts'
import { createDeliveryWorkers, type DeliveryWorkers } from '../../../platform/delivery/delivery-workers.ts'
import { type LeasedWork, startLeasedWork } from '../../../platform/delivery/leased-work.ts'
import { nextAttempt } from '../../../platform/delivery/retry-schedule.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { WriteMail } from './mail-content.ts'
import type { MailOutcome } from './mail-metrics.ts'
import { type SendMail, sendTimeout } from './mail-sender.ts'
import type { LeasedMail, MailAttempt, MailStore } from './mail-store.ts'

const second = 1000
/** The one receiver: all mails go to the same server. */
const mailServer = 'smtp'

/**
 * Sends mails as webhooks are delivered: at least once. No transaction is open meanwhile: a mail is leased, sent, and the
 * result is written. If the node dies in between, the lease runs out and the same message is sent again, with the same
 * Message-ID (ADR 194).
 */
export function createMailDelivery({
  store,
  write,
  send,
  now,
  log,
  onAttempt,
  random = Math.random,
  workers = createDeliveryWorkers(),
}: {
  store: MailStore
  write: WriteMail
  send: SendMail
  now: () => Date
  log: Logger
  onAttempt: (outcome: MailOutcome) => void
  random?: () => number
  workers?: DeliveryWorkers
}) {
  const mails: LeasedWork<LeasedMail> = {
    claim: (lease) => store.claim(lease),
    deliver: attempt,
    leaseTime: 3 * sendTimeout,
    now,
    onFailure: ({ name, message }) =>
      // Not the error itself, which may carry values of rows.
      log.warn({ err: { name, message } }, 'a mail worker failed'),
  }

  const job: Job = {
    name: 'mail-delivery',
    intervalMs: second,
    runAtStart: true,
    /** Starts a worker if something is due; it goes on after the run. */
    async run() {
      if (await store.hasDue(now())) startLeasedWork(workers, mailServer, mails)
    },
  }

  async function attempt(mail: LeasedMail): Promise<void> {
    const found = await store.find(mail.id)
    const isFor =
      found?.recipient.is_active &&
      (!found.notice || permissionsOf(found.recipient.role).has(found.notice.permission))
    const content = found && isFor ? await write(found) : undefined
    if (!found || !content) {
      await finish(mail, { at: now(), outcome: 'dropped', retry_at: undefined, error: null })
      return
    }
    const { created_at: date, recipient } = found
    const outcome = await send({ id: mail.id, date, to: recipient.email, ...content }, workers.stopping)
    // A stop of this node is no fault of the server: another one, or this one after its start, sends the mail at once.
    if (outcome.kind === 'aborted') return store.release(mail, now())
    const at = now()
    if (outcome.kind === 'sent')
      return finish(mail, { at, outcome: 'sent', retry_at: undefined, error: null })
    const retry_at =
      outcome.kind === 'failed'
        ? nextAttempt(mail.attempts + 1, mail.first_attempt_at ?? at, at, random)
        : undefined
    return finish(mail, { at, outcome: 'failed', retry_at, error: outcome.reason })
  }

  async function finish(mail: LeasedMail, attempt: MailAttempt): Promise<void> {
    const known = await store.finish(mail, attempt)
    const { outcome, retry_at, error } = attempt
    onAttempt(outcome === 'failed' && retry_at ? 'retried' : outcome)
    const line = { mail: mail.id, attempts: mail.attempts + 1, ...(error && { reason: error }) }
    if (!known) log.warn(line, 'a mail was sent after its lease had expired')
    else if (outcome === 'failed' && !retry_at) log.warn(line, 'a mail was given up')
    else if (outcome === 'failed') log.info(line, 'a mail was not accepted; it will be sent again')
  }

  return { job, idle: workers.idle, stop: workers.stop }
}
