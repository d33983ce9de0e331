import { beforeAll, describe, expect, test } from 'vitest'
import { givenOrganization } from '../test/factories.ts'
import { accessibilityFaults, overflows, settled, startConsole } from './harness.ts'

const console = startConsole()
let organization: string
let request: string
let webhook: string

beforeAll(async () => {
  const owner = await console.server.signIn('owner')
  organization = (await givenOrganization(console.server)).id
  await owner.post(`/v1/organizations/${organization}/wallets/create`)
  const asked = {
    organization_id: organization,
    asset: 'USDT',
    network: 'tron',
    crypto_amount: '100',
    fiat_currency: 'RUB',
    rate: '98',
  }
  request = (await owner.post('/v1/purchase-requests', asked)).body.id
  webhook = (await owner.post('/v1/webhooks', { url: 'https://example.com/hook' })).body.id
})

const looks = [
  { locale: 'en-US', width: 1440, colorScheme: 'light' },
  { locale: 'ru-RU', width: 375, colorScheme: 'dark' },
] as const

describe.each(looks)('at $width px, $locale, $colorScheme', (look) => {
  test('every screen can be read by everybody and needs no moving sideways', async () => {
    const page = await console.open('owner', look)
    const places = [
      '/',
      '/organizations',
      '/organizations/create',
      `/organizations/${organization}`,
      `/organizations/${organization}/show`,
      `/organizations/${organization}/show/documents`,
      `/organizations/${organization}/show/wallets`,
      `/organizations/${organization}/show/requests`,
      `/organizations/${organization}/show/history`,
      '/purchase-requests',
      '/purchase-requests/board',
      '/purchase-requests/create',
      `/purchase-requests/${request}/show`,
      '/secret-approvals',
      '/administrators',
      '/api-keys',
      '/webhooks',
      `/webhooks/${webhook}/show`,
      '/audit-events',
      '/account',
    ]
    const found: string[] = []
    for (const place of places) {
      await page.goto(console.url(place))
      await settled(page)
      for (const fault of await accessibilityFaults(page)) found.push(`${place}: ${fault}`)
      if (await overflows(page)) found.push(`${place}: overflows`)
    }
    expect(found).toEqual([])
  }, 120_000)

  test('the page to sign in, too', async () => {
    const page = await console.visit(look)
    await settled(page)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await overflows(page)).toBe(false)
  })
})
