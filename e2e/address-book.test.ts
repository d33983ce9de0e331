import { Wallet } from 'ethers'
import { expect, test } from 'vitest'
import { closureActs } from '../contract/api/acts.ts'
import { resetPolicy } from '../test/address-book/given-address.ts'
import { givenWallets } from '../test/support/given/given-wallets.ts'
import { expectAccessible, looks, startConsole } from './harness.ts'
import { wordsOf } from './words.ts'

const console = startConsole()

test.each(looks)('an address is declared, chosen for a request and removed, $locale', async (look) => {
  const words = wordsOf(look.locale)
  const book = words.address_book
  const { id, wallets } = await givenWallets(console.server)
  const own = wallets.find(({ network }) => network === 'tron')?.address ?? ''
  const page = await console.open('owner', { ...look, place: `/organizations/${id}/show/addresses` })
  await page.getByText(book.empty_title).waitFor()
  await page.getByText(own).waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: book.add }).click()
  const dialog = page.getByRole('dialog', { name: book.add })
  await dialog.getByText(book.tron_declared).waitFor()
  const address = dialog.getByRole('textbox', { name: book.address })
  await address.fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv9')
  await address.blur()
  await dialog.getByText(words.faults.address_invalid).waitFor()
  await address.fill('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
  await dialog.getByText(words.unpayable.token_contract).first().waitFor()
  await address.fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')
  await dialog.getByText(book.valid).waitFor()
  await dialog.getByRole('textbox', { name: book.label }).fill('Счёт на бирже')
  await dialog.getByRole('textbox', { name: book.owner }).fill('ООО «Ромашка»')
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: book.add }).click()
  await page.getByText(book.added).waitFor()
  const entry = page.getByRole('listitem').filter({ hasText: 'Счёт на бирже' })
  await entry.getByText('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8').waitFor()
  await entry.getByText(words.ownership.declared).waitFor()
  await expectAccessible(page)
  await entry.getByRole('button', { name: new RegExp(`^${words.action.copy}`) }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')

  await page.goto(console.url(`/purchase-requests/create?organization_id=${id}`))
  const typed = page.getByRole('textbox', { name: words.requests.fields.destination_address })
  await typed.fill('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb')
  await page.getByText(words.unpayable.zero).first().waitFor()
  await page.getByRole('combobox', { name: book.choose }).click()
  await page.getByRole('option', { name: /Счёт на бирже/ }).click()
  await page.locator('#main-content').getByText('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8').waitFor()
  expect(await page.getByRole('textbox', { name: words.requests.fields.destination_address }).count()).toBe(0)
  await page.getByRole('textbox', { name: words.requests.fields.crypto_amount }).fill('10')
  await page.getByRole('textbox', { name: words.requests.fields.rate }).fill('90')
  await page.getByRole('button', { name: words.action.create }).click()
  await page.getByRole('heading', { name: /PR-/ }).waitFor()
  await page.getByText('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8').waitFor()

  await page.goto(console.url(`/organizations/${id}/show/addresses`))
  await page.getByRole('button', { name: `${book.remove}: Счёт на бирже` }).click()
  await page.getByRole('dialog').getByRole('button', { name: book.remove }).click()
  await page.getByText(book.removed).waitFor()
  await page.getByRole('heading', { name: book.gone }).waitFor()
  expect(await page.getByRole('button', { name: `${book.remove}: Счёт на бирже` }).count()).toBe(0)
})

test('the owner proves an address with a signed message, and a foreign signature is refused', async () => {
  console.expectRefusal(422)
  const { id } = await givenWallets(console.server)
  const key = Wallet.createRandom()
  const page = await console.open('officer', { place: `/organizations/${id}/show/addresses` })
  await page.getByRole('button', { name: 'Add an address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an address' })
  await dialog.getByRole('combobox', { name: 'Network' }).click()
  await page.getByRole('option', { name: 'Ethereum' }).click()
  await dialog.getByRole('radio', { name: /Signed message/ }).check()
  await dialog.getByText('Enter a valid address first.').waitFor()
  await dialog.getByRole('textbox', { name: 'Address' }).fill(key.address.toLowerCase())
  await dialog.getByText('this spelling has no checksum', { exact: false }).waitFor()
  await dialog.getByRole('textbox', { name: 'Address' }).fill(key.address)
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Cold wallet')
  await dialog.getByRole('textbox', { name: 'Owner' }).fill('Romashka LLC')
  // Without the message there is nothing to sign.
  await dialog.getByRole('button', { name: 'Add an address' }).click()
  await dialog.getByText('Get the message first.').waitFor()
  await dialog.getByRole('button', { name: 'Get the message' }).click()
  const message = dialog.getByRole('region', { name: 'Message to sign' })
  const text = (await message.textContent()) ?? ''
  expect(text).toContain(key.address)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download the message' }).click()
  expect((await download).suggestedFilename()).toBe('message-ethereum.txt')
  const signature = dialog.getByRole('textbox', { name: 'Signature' })
  await signature.fill(await Wallet.createRandom().signMessage(text))
  await dialog.getByRole('button', { name: 'Add an address' }).click()
  await dialog.getByText('This is not the signature of the owner', { exact: false }).first().waitFor()
  await expectAccessible(page, '[role="dialog"]')
  await signature.fill(await key.signMessage(text))
  await dialog.getByRole('button', { name: 'Add an address' }).click()
  await page.getByText('The address was added.').waitFor()
  await page.getByText('Proven by signature').waitFor()
  await page.getByText(key.address).waitFor()
})

test('adding an address is approved by somebody else, who sees it in groups of four', async () => {
  console.expectRefusal(403)
  const { id, owner } = await givenWallets(console.server)
  const second = await console.open('officer', { locale: 'ru-RU', width: 390, place: '/approvals' })
  const approved = { approvals: 1, from: ['owner', 'officer'] }
  const saved = await owner.put('/v1/policy', {
    rules: [
      { act: 'address.add', ...approved, cooling_off: 86_400 },
      ...closureActs.map((act) => ({ act, ...approved })),
    ],
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)

  const first = await console.open('operator', { place: `/organizations/${id}/show/addresses` })
  await first.getByRole('button', { name: 'Add an address' }).click()
  const dialog = first.getByRole('dialog', { name: 'Add an address' })
  await dialog.getByRole('textbox', { name: 'Address' }).fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Exchange')
  await dialog.getByRole('textbox', { name: 'Owner' }).fill('Romashka LLC')
  const add = dialog.getByRole('button', { name: 'Add an address' })
  await add.click()
  await dialog.getByText('Somebody else has to approve this first.', { exact: false }).waitFor()

  const card = second.getByRole('tabpanel')
  await card.getByText('Romashka LLC').waitFor()
  expect(
    await card.getByText('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8').locator('span').allTextContents(),
  ).toEqual('TJRa bPrw bZy4 5sba vfcj inPJ C18k jpRT v8'.split(' '))
  await expectAccessible(second)
  await card.getByRole('button', { name: 'Согласовать' }).click()
  await second.getByText('Согласование записано.').waitFor()

  await dialog.getByText('This was approved. You can do it now.', { exact: false }).waitFor()
  await add.click()
  await first.getByText('The address was added. It can be used from', { exact: false }).waitFor()
  await first.getByText('The waiting time after it was added is not over.', { exact: false }).waitFor()
  await expectAccessible(first)
})

test.each(looks)(
  'an address that looks like another one is compared in full first, $locale',
  async (look) => {
    console.expectRefusal(409)
    console.expectRefusal(403)
    const words = wordsOf(look.locale)
    const { address_book: book, alike } = words
    const { id, owner, wallets } = await givenWallets(console.server)
    const own = wallets.find(({ network }) => network === 'ethereum')?.address ?? ''
    const poison = `0x${own.slice(2, 6)}${'7c1e'.repeat(8)}9${own.slice(-3)}`.toLowerCase()
    const page = await console.open('operator', { ...look, place: `/organizations/${id}/show/addresses` })
    const voter = await console.open('officer', { ...look, place: '/approvals' })
    await resetPolicy(console.server)
    const approved = { approvals: 1, from: ['owner', 'officer'] }
    const rules = ['address.add', ...closureActs].map((act) => ({ act, ...approved }))
    expect((await owner.put('/v1/policy', { rules })).status).toBe(200)

    await page.getByRole('button', { name: book.add }).click()
    const dialog = page.getByRole('dialog', { name: book.add })
    await dialog.getByRole('combobox', { name: book.network }).click()
    await page.getByRole('option', { name: 'Ethereum' }).click()
    const address = dialog.getByRole('textbox', { name: book.address })
    await address.fill(poison)
    await dialog.getByRole('textbox', { name: book.label }).fill('Биржа')
    await dialog.getByRole('textbox', { name: book.owner }).fill('ООО «Ромашка»')
    const add = dialog.getByRole('button', { name: book.add })
    await add.click()
    await dialog.getByText(alike.title).waitFor()
    const compared = dialog.getByRole('checkbox', { name: alike.compared })
    expect(await compared.isChecked()).toBe(false)
    // Both, in fours, and what differs is underlined: all but the ends.
    const shown = dialog.locator('dl')
    const [first, second] = await shown.locator('dd').all()
    expect((await first?.textContent())?.toLowerCase()).toBe(poison)
    expect(await second?.textContent()).toBe(own)
    const marked = (await second?.locator('mark').allTextContents())?.join('')
    expect(own.slice(2, -3)).toContain(marked)
    expect(marked?.length).toBeGreaterThan(25)
    const line = await shown
      .locator('mark')
      .first()
      .evaluate((node) => node.ownerDocument.defaultView.getComputedStyle(node).textDecorationLine)
    expect(line).toBe('underline')
    await expectAccessible(page, '[role="dialog"]')

    // Another address is another question.
    await compared.check()
    await address.fill(`${poison.slice(0, 10)}00${poison.slice(12)}`)
    await dialog.getByText(alike.title).waitFor({ state: 'detached' })
    await add.click()
    await dialog.getByText(alike.title).waitFor()
    expect(await compared.isChecked()).toBe(false)
    await compared.check()
    await add.click()

    const card = voter.getByRole('tabpanel')
    await card.getByText(words.approval_content.compared_in_full).waitFor()
    await card.getByText(own).waitFor()
    expect(await card.locator('dl dd mark').count()).toBeGreaterThan(0)
    await expectAccessible(voter)
    await card.getByRole('button', { name: words.vote.action_approve }).click()
    await card.getByText(own).waitFor({ state: 'detached' })
    await add.click()
    await page.getByText(book.added).waitFor()
  },
)

test('where transfers are switched off, their page says what they are and how to switch them on', async () => {
  const page = await console.open('custodian', { place: '/transfers' })
  await page.getByText('Transfers are switched off').waitFor()
  await page.getByText('KONTOR_TRANSFERS=on').waitFor()
  expect(await page.getByRole('link', { name: 'New transfer' }).count()).toBe(0)
  await expectAccessible(page)
})
