import type { WebhookEvent } from './generated-types.ts'

/** The request is not a message that Kontor signed a short time ago. Respond with 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name: string = 'WebhookVerificationError'
}

export interface SignedWebhook {
  /** The secret of the endpoint (`whsec_…`). While it is rotated, the new one and the old one. */
  secret: string | readonly string[]
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** Exactly as received: parsed and written again, it would have another signature. */
  body: string | Uint8Array
  /** How many seconds the time of the message may differ from the clock; 300 by default. */
  tolerance?: number | undefined
  now?: (() => number) | undefined
}

/** Verifies a message after Standard Webhooks and returns it. Throws WebhookVerificationError. */
export async function verifyWebhook({
  secret,
  headers,
  body,
  tolerance = 300,
  now = Date.now,
}: SignedWebhook): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => bytesOf(one.slice('v1,'.length)))
    .filter((bytes) => bytes !== undefined)
  const age = now() / 1000 - Number(timestamp)
  // Also if the timestamp is not a number.
  if (!/^\d{1,15}$/.test(timestamp) || !(Math.abs(age) <= tolerance)) {
    throw new WebhookVerificationError('The message is too old, or its time is in the future.')
  }
  const content = joined(
    new TextEncoder().encode(`${id}.${timestamp}.`),
    typeof body === 'string' ? new TextEncoder().encode(body) : body,
  )
  const keys = await Promise.all((typeof secret === 'string' ? [secret] : secret).map(keyOf))
  const checks = keys.flatMap((key) =>
    signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, content)),
  )
  if (!(await Promise.all(checks)).includes(true)) {
    throw new WebhookVerificationError('No signature matches the secret.')
  }
  return JSON.parse(
    new TextDecoder().decode(content.subarray(id.length + timestamp.length + 2)),
  ) as WebhookEvent
}

function headerOf(headers: SignedWebhook['headers'], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  if (typeof value !== 'string' || value === '') {
    throw new WebhookVerificationError(`The header ${name} is missing.`)
  }
  return value
}

async function keyOf(secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError('A secret of a webhook begins with whsec_.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** Undefined if it is not Base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}
