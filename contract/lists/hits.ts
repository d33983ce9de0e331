import { screeningTag } from '../api/tags.ts'
import { ScreeningHitFilter, ScreeningHitListResponse } from '../organizations/screening.ts'
import { list } from './list.ts'

export const hitList = list({
  name: 'hits',
  access: 'organizations:read',
  filters: ScreeningHitFilter.properties,
  read: {
    id: 'listScreeningHits',
    path: '/v1/screening/hits',
    tag: screeningTag,
    summary: 'List hits, newest first',
    page: ScreeningHitListResponse,
  },
  file: {
    id: 'exportHits',
    what: 'screening hits',
    words: {
      subject_kind: 'subject_kind',
      list_kind: 'list_kind',
      status: 'hit_status',
      closed_reason: 'hit_closed_reason',
      above_threshold: 'yes_no',
    },
  },
})
