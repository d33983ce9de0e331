import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Db } from '../../platform/db/database.ts'
import type { Notifications } from '../../platform/db/notifications.ts'
import { createDeliveryWorkers } from '../../platform/delivery/delivery-workers.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { RowChecks } from '../../platform/proofs/row-proofs.ts'
import { logReachability } from '../../platform/reachability.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { Work } from '../../platform/work/work-queue.ts'
import { accounts } from '../administrators/accounts/accounts.ts'
import { createDueNotices, type DueSources } from './due-notices.ts'
import { createEventConsumer } from './event-consumer.ts'
import { inboxRoutes } from './inbox-routes.ts'
import { createInboxService } from './inbox-service.ts'
import { countUnread } from './inbox-store.ts'
import { createDigestJob } from './mail/digest-job.ts'
import { createLinkOpener } from './mail/link-mails.ts'
import { createMailWriter, type ReadWaiting } from './mail/mail-content.ts'
import { createMailDelivery } from './mail/mail-delivery.ts'
import { countMails, measureMailBacklog } from './mail/mail-metrics.ts'
import { createMailSender } from './mail/mail-sender.ts'
import type { MailSettings } from './mail/mail-settings.ts'
import { createMailStore } from './mail/mail-store.ts'
import { createNoticeRetentionJob } from './notice-retention.ts'
import { createNoticeWriter } from './notice-writer.ts'
import { wakesInbox } from './notices-of-event.ts'
import { createProofNotices } from './proof-notices.ts'

type Platform = {
  db: Db
  now: () => Date
  log: Logger
  notifications: Notifications
  jobs: Jobs
  metrics: Registry
  vault: Pick<Vault, 'open' | 'seal'>
  provenTables: RowChecks
  register: { isHeld(): boolean }
}

export function createInboxFeature(
  platform: Platform,
  {
    mail,
    publicUrl,
    ...sources
  }: Pick<DueSources, 'work' | 'votersOf' | 'countExpiring' | 'expiringSeconds'> & {
    /** Null: no mails are sent. */
    mail: MailSettings | null
    publicUrl: string
  },
) {
  const sendsMail = mail !== null
  const mails =
    mail && startMails(platform, { mail, publicUrl, waitingFor: createWaiting(platform.db, sources.work) })
  const onNotices = () => mails?.wake()
  const write = createNoticeWriter({ sendsMail })
  const consumer = platform.jobs.every(createEventConsumer({ ...platform, ...sources, write, onNotices }).job)
  const due = createDueNotices({ ...platform, ...sources, write, onNotices })
  const overdue = platform.jobs.every(due.overdue)
  const expiring = platform.jobs.every(due.expiring)
  const proofs = platform.jobs.every(createProofNotices({ ...platform, write, onNotices }))
  platform.jobs.every(createNoticeRetentionJob(platform))
  platform.notifications.listen(
    'kontor_events',
    (payload) => {
      if (payload !== '' && wakesInbox((JSON.parse(payload) as { type: string }).type)) consumer.wake()
    },
    consumer.wake,
  )
  const service = createInboxService({ ...platform, sendsMail })
  return {
    /** For tests. Each resolves when everything that was due has been done. */
    background: {
      async consume() {
        consumer.wake()
        await consumer.idle()
      },
      async lookForDue() {
        overdue.wake()
        expiring.wake()
        proofs.wake()
        await overdue.idle()
        await expiring.idle()
        await proofs.idle()
      },
      digest: async () => mails?.digest(),
      sendMails: async () => mails?.send(),
    },
    routes: (app: FastifyInstance) => inboxRoutes(app, service),
    stop: async () => mails?.stop(),
  }
}

function startMails(
  platform: Platform,
  { mail, publicUrl, waitingFor }: { mail: MailSettings; publicUrl: string; waitingFor: ReadWaiting },
) {
  const delivery = createMailDelivery({
    ...platform,
    store: createMailStore(platform.db, accounts, platform.provenTables),
    write: createMailWriter({ ...platform, publicUrl, waitingFor, openLink: createLinkOpener(platform) }),
    send: createMailSender(
      mail,
      logReachability(platform.log, {
        fails: 'the mail server fails; e-mails wait',
        answers: 'the mail server answers again',
      }),
    ),
    onAttempt: countMails(platform.metrics),
    workers: createDeliveryWorkers(platform.register),
  })
  const job = platform.jobs.every(delivery.job)
  const digest = platform.jobs.every(createDigestJob({ ...platform, waitingFor, onDigest: () => job.wake() }))
  platform.jobs.every(measureMailBacklog(platform.metrics, platform).job)
  return {
    wake: job.wake,
    async digest() {
      digest.wake()
      await digest.idle()
    },
    async send() {
      job.wake()
      await job.idle()
      await delivery.idle()
    },
    stop: delivery.stop,
  }
}

/** What waits for a person: work that they may do, and unread notices. */
function createWaiting(db: Db, work: Work): ReadWaiting {
  return async ({ id, permissions }) => {
    const states = await work.states({ kind: 'administrator', id, permissions })
    return {
      queues: states
        .filter(({ may_act, total }) => may_act && total > 0)
        .map(({ queue, total, total_is_exact, overdue }) => ({
          queue,
          total,
          isExact: total_is_exact,
          overdue,
        })),
      unread: await countUnread(db, { id, permissions: [...permissions] }),
    }
  }
}
