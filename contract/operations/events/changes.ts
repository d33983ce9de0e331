import { ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import { ChangeListResponse, ChangesQuery } from '../../events/changes.ts'

const tag = {
  name: 'Changes',
  description: 'What has changed since a client last asked.',
}

export const listChanges = operation({
  id: 'listChanges',
  method: 'GET',
  path: '/v1/changes',
  tag,
  summary: 'List changes',
  description:
    'Every change of every object that the caller may read, in the order of the commits, each one once. Pass `cursor` of a response as `after` of the next request, also when `items` is empty. A change says which object has changed, but not how: read the object. To copy everything, ask with `after=now`, keep the cursor, read the lists, then follow from that cursor. Changes are kept for 30 days (`KONTOR_CHANGES_RETENTION`). An older cursor, and one from before a restore of the database, is 410 `cursor_expired`: copy everything again.',
  access: 'signed_in',
  query: ChangesQuery,
  response: ref(ChangeListResponse),
  extension: true,
  expires: true,
})
