import { expect, test } from 'vitest'
import { startConsole } from './harness.ts'

const console = startConsole()

test('the description lists the operations first, and shows one with what its schemas refer to', async () => {
  const page = await console.visit()
  await page.goto(`${console.server.url}/docs/`)
  await page.locator('.opblock-tag').first().waitFor()
  expect(await page.locator('.opblock-tag, .webhooks').first().getAttribute('data-tag')).toBe(
    'Authentication',
  )

  await page.goto(`${console.server.url}/docs/#/Purchase%20requests/updatePurchaseRequestStatus`)
  await page.reload()
  const operation = page.locator('.opblock.is-open')
  await operation.getByText('Who may call:').waitFor()
  // From a schema that is a component, in the example that is filled in.
  await operation.getByText('"payment_reference"').first().waitFor()
  await operation.getByText('accept_deviation').first().waitFor()
  expect(await page.locator('.errors-wrapper').count()).toBe(0)
})
