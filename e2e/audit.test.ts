import { appendFile, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { listSearch } from '../console/views/list-place.ts'
import { organizationTools } from '../test/support/given/organization-tools.ts'
import { expectAccessible, startConsole } from './harness.ts'
import { listOf } from './lists.ts'
import { wordsOf } from './words.ts'

const console = startConsole()
const { given } = organizationTools(console.server)

test('the history of an organization shows the values before and after a change', async () => {
  const { officer, organization, path } = await given({ notes: 'Old note' })
  await officer.patch(path, { notes: 'New note', contact: { name: 'Anna', phone: '+7 495 000-00-00' } })
  const page = await console.open('auditor', { place: `/organizations/${organization.id}/show/history` })
  await page
    .getByRole('button', { name: /^Row \d+$/ })
    .first()
    .click()
  const values = page.getByRole('dialog').getByRole('table')
  await values.waitFor()
  const rows = await values.locator('tbody tr').allInnerTexts()
  expect(rows.map((row) => row.split('\t').map((cell) => cell.trim()))).toEqual([
    ['Notes', 'Old note', 'New note'],
    ['Contact person', 'empty', 'Anna'],
    ['Phone', 'empty', '+7 495 000-00-00'],
  ])
})

test('values that were erased are said to be erased, and a late signature is a warning', async () => {
  const { organization, officer, path } = await given({ notes: 'Old note' })
  await officer.patch(path, { notes: null })
  const { server } = console
  await server.db
    .updateTable('audit_values')
    .set({ sealed_values: null, erased_at: new Date() })
    .where('organization_id', '=', organization.id)
    .execute()
  const page = await console.open('auditor', { place: `/organizations/${organization.id}/show/history` })
  await page
    .getByRole('button', { name: /^Row \d+$/ })
    .first()
    .click()
  await page.getByRole('dialog').getByText('The values were erased.').waitFor()

  server.clock.at = new Date(Date.now() + 2 * 3_600_000)
  await server.service.checkpoints.cut(true)
  server.clock.at = null
  await page.goto(console.url('/audit-events'))
  await page.getByRole('button', { name: 'Intact' }).click()
  await page.getByText('Checkpoints signed more than an hour after their rows: 1.').waitFor()
})

test('the page says what the service has found of the whole log, and when nothing is verified', async () => {
  const { server } = console
  const { auditVerification, vault } = server.service
  const page = await console.open('auditor', { place: '/audit-events' })
  const again = page.getByRole('button', { name: 'Check again' })
  const open = () => page.getByRole('button', { name: /^(Intact|Not intact)$/ }).click()
  await open()
  await page.getByText('The service has not verified the whole log yet.').waitFor()
  await auditVerification.job.run(new AbortController().signal)
  await again.click()
  await page.getByText(/^Whole log and database compared on .*: no differences\./).waitFor()

  const wrong = { seq: 1, hash: '00', at: new Date().toISOString(), key: 'AA', signature: 'AA' }
  await appendFile(server.config.checkpointFiles[0], `${JSON.stringify(wrong)}\n`)
  server.clock.at = new Date(Date.now() + 25 * 3_600_000)
  await auditVerification.job.run(new AbortController().signal)
  server.clock.at = null
  await again.click()
  const found = page
    .getByRole('dialog')
    .getByRole('alert')
    .filter({ hasText: 'The comparison of the whole log with the database' })
  await found.getByText('The checkpoint of row 1 is not validly signed.').waitFor()
  await expectAccessible(page, '[role="dialog"]')

  // Nobody can read the log without the vault, whatever asks for it meanwhile.
  console.expectRefusal(503)
  await vault.stop()
  try {
    await again.click()
    await page.getByRole('dialog').getByText('Whole log not verified: the vault is sealed.').waitFor()
  } finally {
    expect(await vault.unlock()).toBe('open')
  }
})

test('the history of an organization is filtered by person and by day, and saved as a file', async () => {
  const { officer, organization, path } = await given({ notes: 'Old note' })
  await officer.patch(path, { notes: 'New note' })
  const { body: me } = await officer.get('/v1/auth/me')
  const filters = { actor_id: me.id, action: 'organization.updated' }
  const place = `/organizations/${organization.id}/show/history${listSearch({ filters, sort: null })}`
  const page = await console.open('auditor', { place })
  const rows = page.getByRole('button', { name: /^Row \d+$/ })
  await expect.poll(() => rows.count()).toBe(1)

  // The days are those of the person who looks, each until its end.
  const today = await page.evaluate(() => {
    const now = new Date()
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'))
  })
  const list = listOf(page, wordsOf('en-US'))
  await list.days('Recorded', { from: today.join('-'), to: today.join('-') })
  await page.waitForURL(/filter=.*%22to%22/)
  await expect.poll(() => rows.count()).toBe(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`,organization.updated,success,${me.id},`)

  await list.days('Recorded', { from: '2020-01-01', to: '2020-01-31' })
  await page.getByText('Nothing found').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => rows.count()).toBeGreaterThan(1)
})
