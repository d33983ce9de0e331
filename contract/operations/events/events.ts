import { Type } from 'typebox'
import { ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import { EventHint } from '../../events/events.ts'

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
    'Server-sent events (`EventHint`) that say which object has changed, but not how. Only events of objects that the caller may read are sent. The stream ends when the token expires or the session is revoked. Missed events are not repeated. When the stream opens, it tells its position in a message of its own, which has only an `id`: a cursor of `GET /v1/changes`. What was changed before that and after you have read your data is in `GET /v1/changes` after the cursor that you took before reading; after a reconnect, in that after the last cursor that you have.',
  access: 'signed_in',
  extension: true,
  produces: {
    types: ['text/event-stream'],
    schema: Type.String({
      description: 'Server-sent events. The `data` of each is an `EventHint` as JSON.',
      contentSchema: ref(EventHint),
      examples: [
        'id: 4711-6e340b9cffb37a98\n\ndata: {"type":"organization.updated","object_type":"organization","object_id":"0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4","organization_id":"0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4"}\n\n',
      ],
    }),
  },
})
