import { ref } from '../common.ts'
import { operation } from '../operation.ts'
import { OverviewResponse } from '../overview.ts'

export const streamEvents = operation({
  id: 'streamEvents',
  method: 'GET',
  path: '/v1/events',
  tag: 'Events',
  summary: 'Listen to what changes',
  description:
    'Server-sent events, each a hint (`EventHint`) that something changed and never what. Only what the caller may read is told. The stream ends when the token expires or the session is revoked; after a reconnect, read anew.',
  access: 'signed_in',
  extension: true,
  produces: 'text/event-stream',
})

export const readOverview = operation({
  id: 'readOverview',
  method: 'GET',
  path: '/v1/overview',
  tag: 'Overview',
  summary: 'The numbers of the front page',
  access: 'requests:read',
  extension: true,
  response: ref(OverviewResponse),
})
