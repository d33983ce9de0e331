import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type SignedWebhook, verifyWebhook, WebhookVerificationError } from '../../client/src/webhook.ts'
import { webhookHeaders, writeWebhookSecret } from '../../server/features/webhooks/webhook-signature.ts'
import { fc } from '../support/cases/properties.ts'

const at = new Date('2026-06-01T12:00:00Z')
const now = () => at.getTime()
const [secret, other] = [randomBytes(32), randomBytes(32)]
const message = { id: 'e1', type: 'organization.updated', data: { name: 'Ромашка «ё» 🌼' } }
const body = JSON.stringify(message)

/** A message as the service signs it, verified with what is changed. */
function verify(changed: Partial<SignedWebhook> = {}, secrets: readonly Buffer[] = [secret]) {
  const headers = webhookHeaders({ id: 'e1', at, body }, secrets)
  return verifyWebhook({ secret: writeWebhookSecret(secret), headers, body, now, ...changed })
}

test('a message of the service is accepted, as text and as bytes, with headers of any kind', async () => {
  const headers = webhookHeaders({ id: 'e1', at, body }, [secret])
  expect(await verify()).toEqual(message)
  expect(await verify({ body: new TextEncoder().encode(body) })).toEqual(message)
  expect(await verify({ headers: new Headers(headers) })).toEqual(message)
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  )
  expect(await verify({ headers: upper })).toEqual(message)
})

test('while a secret is rotated, either side may know one or both', async () => {
  const both = [writeWebhookSecret(other), writeWebhookSecret(secret)]
  expect(await verify({ secret: both })).toEqual(message)
  expect(await verify({}, [other, secret])).toEqual(message)
  expect(await verify({ secret: both }, [other])).toEqual(message)
  await expect(verify({}, [other])).rejects.toThrow(WebhookVerificationError)
})

test('a message that is too old or from the future is refused', async () => {
  expect(await verify({ now: () => now() + 300_000 })).toEqual(message)
  for (const seconds of [301, -301]) {
    await expect(verify({ now: () => now() + seconds * 1000 })).rejects.toThrow(WebhookVerificationError)
  }
  expect(await verify({ tolerance: 400, now: () => now() + 301_000 })).toEqual(message)
})

test('a message without its headers, or with broken ones, is refused', async () => {
  const headers = webhookHeaders({ id: 'e1', at, body }, [secret])
  for (const name of Object.keys(headers)) {
    for (const value of [
      undefined,
      '',
      'x',
      'v1,',
      'v1,?',
      'NaN',
      '1e3',
      `v2,${headers['webhook-signature']}`,
    ]) {
      await expect(verify({ headers: { ...headers, [name]: value } })).rejects.toThrow(
        WebhookVerificationError,
      )
    }
  }
})

test('a change of any character is refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(body.length - 1),
      fc.string({ minLength: 1, maxLength: 1 }),
      async (index, character) => {
        const changed = body.slice(0, index) + character + body.slice(index + 1)
        fc.pre(changed !== body)
        await expect(verify({ body: changed })).rejects.toThrow(WebhookVerificationError)
      },
    ),
  )
})

test('a secret that is none is a mistake of the program, and is not quoted', async () => {
  const failure = await verify({ secret: 'whsec_???' }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(TypeError)
  expect(String(failure)).not.toContain('???')
})
