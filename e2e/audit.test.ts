import { expect, test } from 'vitest'
import { organizationTools } from '../test/support/organization-tools.ts'
import { startConsole } from './harness.ts'

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
  await page.getByText('Checkpoints signed more than an hour after their rows: 1.').waitFor()
})
