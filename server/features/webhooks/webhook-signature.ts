import { createHmac } from 'node:crypto'

/**
 * The headers of the Standard Webhooks specification (standardwebhooks.com): the signed content is
 * `id.timestamp.body`, each secret gives one `v1,` signature, and they stand side by side while a secret rotates.
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

/** How a secret is shown to people: the one time that it is. */
export function writeWebhookSecret(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`
}
