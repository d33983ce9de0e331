import { createHmac } from 'node:crypto'

/**
 * The headers of the Standard Webhooks specification (standardwebhooks.com): the signed content is
 * `id.timestamp.body`. Each secret adds a `v1,` signature; there are two while a secret is rotated.
 */
export function webhookHeaders(message: { id: string; at: Date; body: string }, secrets: readonly Buffer[]) {
  const timestamp = String(Math.floor(message.at.getTime() / 1000))
  const content = `${message.id}.${timestamp}.${message.body}`
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map((secret) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`)
      .join(' '),
  }
}

/** The text form of a secret, which is shown once. */
export function writeWebhookSecret(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`
}
