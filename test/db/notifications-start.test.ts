import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { connect } from '../../server/platform/db/database.ts'
import { createNotifications, notify } from '../../server/platform/db/notifications.ts'
import { cloneDatabase } from '../support/harness.ts'

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

test('listeners that are added at any moment of the start get their notifications', async () => {
  const url = await cloneDatabase()
  const db = connect(url, { max: 1 })
  const notifications = createNotifications({ url, log: pino({ level: 'silent' }) })
  const heard = new Set<string>()
  const channels: string[] = []
  while (!notifications.isLive()) {
    const channel = `moment_${channels.length}`
    channels.push(channel)
    notifications.listen(
      channel,
      () => heard.add(channel),
      () => {},
    )
    await nextTurn()
  }

  for (const channel of channels) await notify(db, channel, '')
  await expect.poll(() => channels.filter((channel) => !heard.has(channel))).toEqual([])

  await notifications.close()
  await db.destroy()
})
