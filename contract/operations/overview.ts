import { ref } from '../common.ts'
import { operation } from '../operation.ts'
import { OverviewResponse } from '../overview.ts'

const tag = {
  name: 'Overview',
  description: 'The numbers of the front page.',
}

export const readOverview = operation({
  id: 'readOverview',
  method: 'GET',
  path: '/v1/overview',
  tag,
  summary: 'The numbers of the front page',
  access: 'requests:read',
  extension: true,
  response: ref(OverviewResponse),
})
