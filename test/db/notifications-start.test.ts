import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { connect } from '../../server/platform/db/database.ts'
import { createNotifications, notify } from '../../server/platform/db/notifications.ts'
import { cloneDatabase } from '../support/service/harness.ts'

test('a listener that is added while others are being subscribed gets its notifications', async () => {
  const url = await cloneDatabase()
  const db = connect(url, { max: 1 })
  const notifications = createNotifications({ url, log: pino({ level: 'silent' }) })
  const nothing = () => {}
  // So many that subscribing to all of them takes a while.
  for (let index = 0; index < 5_000; index++) notifications.listen(`early_${index}`, nothing, nothing)
  await expect.poll(() => isSubscribing(), { timeout: 15_000, interval: 1 }).toBe(true)
  let heard = false
  expect(notifications.isLive()).toBe(false)
  notifications.listen(
    'late',
    () => {
      heard = true
    },
    nothing,
  )

  await expect.poll(() => notifications.isLive(), { timeout: 25_000 }).toBe(true)
  await notify(db, 'late', '')
  await expect.poll(() => heard, { timeout: 15_000 }).toBe(true)

  await notifications.close()
  await db.destroy()

  async function isSubscribing(): Promise<boolean> {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and application_name = 'kontor listen' and query like 'listen%'
    `.execute(db)
    return rows.length > 0
  }
})

test('so does one that is added while the connection is being proven', async () => {
  const url = await cloneDatabase()
  const db = connect(url, { max: 1 })
  const notifications = createNotifications({ url, log: pino({ level: 'silent' }) })
  const nothing = () => {}
  for (let index = 0; index < 1_000; index++) notifications.listen(`early_${index}`, nothing, nothing)
  // The session that sends the probe stands still, so that the proof takes until it goes on.
  const sender = await sessionOf('kontor notify', '%')
  process.kill(sender, 'SIGSTOP')
  let heard = false
  try {
    await sessionOf('kontor listen', 'listen "early_999"')
    notifications.listen(
      'late',
      () => {
        heard = true
      },
      nothing,
    )
  } finally {
    process.kill(sender, 'SIGCONT')
  }

  await expect.poll(() => notifications.isLive()).toBe(true)
  await notify(db, 'late', '')
  await expect.poll(() => heard).toBe(true)

  await notifications.close()
  await db.destroy()

  async function sessionOf(application: string, query: string): Promise<number> {
    for (;;) {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity
        where datname = current_database() and application_name = ${application} and query like ${query} and state = 'idle'
      `.execute(db)
      if (rows[0]) return rows[0].pid
    }
  }
})
