import { ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import { OverviewResponse } from '../../work/overview.ts'

const tag = {
  name: 'Overview',
  description: 'Figures for the overview page.',
}

export const readOverview = operation({
  id: 'readOverview',
  method: 'GET',
  path: '/v1/overview',
  tag,
  summary: 'Read the figures of the overview page',
  access: 'requests:read',
  extension: true,
  response: ref(OverviewResponse),
})
