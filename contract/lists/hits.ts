import type { Tag } from '../api/operation.ts'
import { ScreeningHitFilter, ScreeningHitListResponse } from '../organizations/screening.ts'
import { list } from './list.ts'

export const screeningTag: Tag = {
  name: 'Screening',
  isPreview: true,
  description: 'Sanctions lists, and the parties that they may name.',
}

export const hitList = list({
  name: 'hits',
  title: { en: 'Screening hits', ru: 'Совпадения с перечнями' },
  heads: {
    subject_kind: { en: 'Kind of party', ru: 'Вид лица' },
    subject_name: { en: 'Party', ru: 'Проверяемое лицо' },
    list: { en: 'List', ru: 'Перечень' },
    list_kind: { en: 'Kind of list', ru: 'Вид перечня' },
    entry_id: { en: 'Entry', ru: 'Запись' },
    entry_name: { en: 'Name on the list', ru: 'Имя в перечне' },
    score: { en: 'Score', ru: 'Степень совпадения' },
    above_threshold: { en: 'Above the threshold', ru: 'Выше порога' },
    closed_reason: { en: 'Why closed', ru: 'Почему закрыто' },
    found_at: { en: 'Found', ru: 'Найдено' },
  },
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
