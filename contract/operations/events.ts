import { operation } from '../operation.ts'

const tag = {
  name: 'Events',
  description: 'Live hints that something has changed.',
}

export const streamEvents = operation({
  id: 'streamEvents',
  method: 'GET',
  path: '/v1/events',
  tag,
  summary: 'Listen to what changes',
  description:
    'Server-sent events, each a hint (`EventHint`) that something changed and never what. Only what the caller may read is told. The stream ends when the token expires or the session is revoked; after a reconnect, read anew.',
  access: 'signed_in',
  extension: true,
  produces: 'text/event-stream',
})
