import { expect, test } from 'vitest'
import { registerFile } from '../test/banks/samples.ts'
import { inWindows1251 } from '../test/rates/samples.ts'
import { startConsole } from './harness.ts'

const console = startConsole()

test('the register of banks is uploaded, and a typed BIK fills bank and correspondent account', async () => {
  const page = await console.open('owner', { place: '/party-register' })
  await page.getByText('No register of banks was imported yet').waitFor()
  await page.locator('input[data-kind="bank-register"]').setInputFiles({
    name: '20260130_ED807_full.xml',
    mimeType: 'application/xml',
    buffer: inWindows1251(registerFile('2026-01-30')),
  })
  await page.getByText(/was imported: 4 new banks/).waitFor()
  await page.getByText(/4 banks, register of/).waitFor()

  await page.goto(console.url('/desk-companies/create'))
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await field('BIK').first().fill('044525999')
  await expect.poll(() => field('Correspondent account').first().inputValue()).toBe('30101810845250000999')
  expect(await field('Bank').first().inputValue()).toBe('АО «Пример Банк»')
  await field('BIK').first().fill('044525777')
  await page.getByText(/The register names restrictions \(LWRS\)/).waitFor()
  console.expectRefusal(404)
  await field('BIK').first().fill('044525111')
  await page.getByText(/has no such BIK/).waitFor()
})
