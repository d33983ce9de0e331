// Receives webhooks and prints each event once.
//   KONTOR_WEBHOOK_SECRET=whsec_… PORT=3000 node receive-webhooks.js
// While a secret is rotated, name both, with a comma between them.
import { createServer } from 'node:http'
import { verifyWebhook, WebhookVerificationError } from 'kontor-client'

const { KONTOR_WEBHOOK_SECRET = '', PORT = '3000' } = process.env
const secret = KONTOR_WEBHOOK_SECRET.split(',')
/** A message longer than this is none of ours. */
const mostBytes = 1024 * 1024
/** The events that were processed. A real program stores them together with what it does for them. */
const processed = new Set<string>()

const server = createServer(async (request, response) => {
  try {
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of request) {
      size += chunk.length
      if (size > mostBytes) throw new WebhookVerificationError('The message is too long.')
      chunks.push(chunk)
    }
    const message = await verifyWebhook({ secret, headers: request.headers, body: Buffer.concat(chunks) })
    // The same event may come twice.
    if (!processed.has(message.id)) {
      processed.add(message.id)
      console.log(`${message.type} of ${message.object.type} ${message.object.id}`)
    }
    response.writeHead(204).end()
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) console.error(error)
    response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end()
  }
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`Listening on port ${PORT}`))
process.once('SIGTERM', () => server.close())
