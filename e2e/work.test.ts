import { beforeEach, expect, test } from 'vitest'
import { formatAmount } from '../console/shared/values/amounts.ts'
import { samplePng } from '../demo/sample-files.ts'
import { hash, payment, terms } from '../test/deals/given-deal.ts'
import { slotPath } from '../test/support/given/document-uploads.ts'
import { approve, givenBuyer, givenRequest, review } from '../test/support/given/given-purchase-request.ts'
import type { Client } from '../test/support/service/harness.ts'
import { givenWaitingDocuments } from './given-documents.ts'
import { expectAccessible, looks, startConsole } from './harness.ts'
import { listOf } from './lists.ts'
import { wordsOf } from './words.ts'

// Owners upload here, and officers review.
const console = startConsole({ env: { KONTOR_FOUR_EYES: 'documents' } })

beforeEach(async () => {
  // Each test has the queue for itself.
  await console.server.db.updateTable('documents').set({ status: 'approved' }).execute()
})

async function waitingDocuments(owner: Client): Promise<number> {
  const { body } = await owner.get('/v1/work/documents?limit=200')
  return body.items.length
}

test.each(looks)('documents are rejected, skipped and decided by colleagues, in $locale', async (look) => {
  const words = wordsOf(look.locale)
  const owner = await console.server.signIn('owner')
  const [first, second, third] = await givenWaitingDocuments(console.server, owner, 3)
  const page = await console.open('officer', { ...look, place: '/work/documents' })
  await page.getByText(first ?? '').waitFor()
  await expectAccessible(page)
  const waiting = await owner.get('/v1/work/documents?limit=200')
  const { id } = waiting.body.items.find(
    (one: { organization_name: string }) => one.organization_name === second,
  )
  await page.goto(console.url(`/work/documents/review?first=${id}`))
  await page.getByRole('heading', { name: words.work.review_title }).waitFor()
  const shown = (name = '') => page.getByRole('link', { name }).waitFor()
  await shown(second)

  await page.getByRole('img', { name: 'Устав 1.png' }).waitFor()

  // Keys are explained.
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText(words.review_key.reject).waitFor()
  await expectAccessible(page, '[role="dialog"]')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // A reason is needed.
  await page.keyboard.press('r')
  await page.getByRole('dialog').getByRole('radio').first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByText(words.faults.rejection_reason_required).waitFor()
  await expectAccessible(page, '[role="dialog"]')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await shown(third)

  // Somebody else was faster.
  const { body } = await owner.get('/v1/work/documents?limit=200')
  const item = body.items.find(
    ({ organization_name }: { organization_name: string }) => organization_name === third,
  )
  const path = slotPath({ id: item.organization_id }, 'charter')
  const colleague = await console.server.signIn('officer')
  const decided = await colleague.patch(`${path}/review`, { version: 1, decision: 'approved' })
  expect(decided.status).toBe(200)
  await page
    .getByText(words.work.already.replace('%{status}', words.document_status.approved), { exact: false })
    .waitFor()
  await page.keyboard.press('a')
  await page.keyboard.press('j')
  await page.getByText(words.work.summary).waitFor()
  await page.getByText(words.work.summary_rejected.replace('%{count}', '1'), { exact: false }).waitFor()

  // Back at the one that was left out; it is replaced while it is looked at.
  for (const _step of [1, 2, 3]) await page.keyboard.press('k')
  await shown(first)
  await page.getByRole('img', { name: 'Устав 0.png' }).waitFor()
  const left = await owner.get('/v1/work/documents?limit=200')
  const form = new FormData()
  form.set('file', samplePng(600), 'Новый устав.png')
  const leftPath = slotPath({ id: left.body.items[0].organization_id }, 'charter')
  expect((await owner.put(leftPath, form)).status).toBe(200)
  await page.getByRole('button', { name: words.work.show_new }).click()
  await page.getByRole('img', { name: 'Новый устав.png' }).waitFor()
  await page.keyboard.press('+')
  await page.getByText('150 %').waitFor()
  await page.keyboard.press('a')
  await shown(second)
  expect(await waitingDocuments(owner)).toBe(0)
})

test('a decision that is made while a document is loading is shown', async () => {
  const owner = await console.server.signIn('owner')
  const [name] = await givenWaitingDocuments(console.server, owner, 1)
  const { body } = await owner.get('/v1/work/documents')
  const organizationId = body.items[0].organization_id
  const page = await console.open('officer', { place: '/work/documents' })
  const colleague = await console.server.signIn('officer')

  let held = 0
  await page.route(`**/organizations/${organizationId}/documents`, async (route) => {
    if (held++ > 0) return route.continue()
    // Read before the decision, and received after it was announced.
    const response = await route.fetch()
    const announced = page.waitForResponse((response) => response.url().includes('/v1/work'))
    const path = slotPath({ id: organizationId }, 'charter')
    const decided = await colleague.patch(`${path}/review`, { version: 1, decision: 'approved' })
    expect(decided.status).toBe(200)
    await announced
    await route.fulfill({ response })
  })
  await page.getByRole('link', { name: new RegExp(name ?? '') }).click()
  await page.getByText('This document has been reviewed already', { exact: false }).waitFor()
  await page.unrouteAll()
})

test('the overview, the palette and filters lead to a queue', async () => {
  const owner = await console.server.signIn('owner')
  await givenWaitingDocuments(console.server, owner, 1)
  const page = await console.open('auditor', { place: '/' })
  await page.getByRole('link', { name: /Documents to review/ }).click()
  await page.getByRole('heading', { name: 'Documents to review' }).waitFor()
  // An auditor reads.
  expect(await page.getByRole('button', { name: 'Take the next one' }).count()).toBe(0)
  await listOf(page, wordsOf('en-US')).choose('Due', 'Overdue')
  await page.getByText('Nothing found').waitFor()
  expect(page.url()).toContain('overdue=true')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('KYB to')
  await page.getByRole('option', { name: 'KYB to decide' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'KYB to decide' }).waitFor()
})

test('four eyes are told, and the place is kept', async () => {
  const owner = await console.server.signIn('owner')
  const page = await console.open('officer', { place: '/work' })
  const [name] = await givenWaitingDocuments(console.server, owner, 1)
  // Uploaded by the one who looks at it.
  const { id } = await console.server.db
    .selectFrom('administrators')
    .select('id')
    .where('role', '=', 'officer')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  await console.server.db.updateTable('document_versions').set({ uploaded_by: id }).execute()
  await page.getByRole('button', { name: 'Documents to review: Take the next one' }).click()
  await page.getByRole('link', { name: name ?? '' }).waitFor()
  await page.getByRole('img', { name: 'Устав 0.png' }).waitFor()
  console.expectRefusal(403)
  await page.keyboard.press('a')
  await page.getByRole('alert').filter({ hasText: /./ }).first().waitFor()
  await page.getByRole('link', { name: name ?? '' }).waitFor()
  expect(await waitingDocuments(owner)).toBe(1)
})

test('the money of the overview is what is missing, and each sum leads to its rows', async () => {
  const words = wordsOf('en-US')
  const amountOf = (amount: string, unit: string) =>
    new RegExp(formatAmount(amount, unit, 'en').replaceAll(/\s/g, '\\s'))
  const owner = await console.server.signIn('owner')
  const { id: buyer } = await givenBuyer(console.server)
  const { id, number } = await givenRequest(owner, buyer, terms, review, approve)
  const path = `/v1/purchase-requests/${id}`
  expect((await owner.post(`${path}/payments`, payment({ amount: '1000.00' }))).status).toBe(201)
  expect((await owner.post(`${path}/deliveries`, { amount: '60', tx_hash: hash('1') })).status).toBe(201)
  const asked: URL[] = []
  await console.server.db.deleteFrom('purchase_request_responses').where('seq', '<', 0).execute()
  const page = await console.open('operator', { place: '/account' })
  // More lines than are counted.
  await page.route('**/v1/statement-lines/totals**', (route) => {
    asked.push(new URL(route.request().url()))
    return route.fulfill({ json: { count: 10_000, is_exact: false, sums: [] } })
  })
  await page.goto(console.url('/'))
  const money = page.getByRole('region', { name: words.overview.money })
  await money.getByText(words.overview.not_added).waitFor()
  await money.getByText(words.overview.more_than.replace('%{count}', ''), { exact: false }).waitFor()
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({ status: 'new', direction: 'incoming' })

  await money.getByRole('link', { name: amountOf('10', 'RUB') }).waitFor()
  await money.getByRole('link', { name: amountOf('40', 'USDT') }).click()
  await page.getByRole('heading', { name: words.requests.title }).waitFor()
  await page.getByRole('link', { name: number }).waitFor()
  expect(JSON.parse(new URL(page.url().replace('#', '')).searchParams.get('filter') ?? '')).toEqual({
    awaits: 'delivery',
    asset: 'USDT',
  })
})
