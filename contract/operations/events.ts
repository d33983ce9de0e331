import { operation } from '../operation.ts'

const tag = {
  name: 'Events',
  description: 'Live updates.',
}

export const streamEvents = operation({
  id: 'streamEvents',
  method: 'GET',
  path: '/v1/events',
  tag,
  summary: 'Stream events',
  description:
    'Server-sent events (`EventHint`) that say which object has changed, but not how. Only events of objects that the caller may read are sent. The stream ends when the token expires or the session is revoked. After a reconnect, reload the data: missed events are not repeated.',
  access: 'signed_in',
  extension: true,
  produces: 'text/event-stream',
})
