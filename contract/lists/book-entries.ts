import { Type } from 'typebox'
import { CalendarDate, field } from '../api/common.ts'
import type { Tag } from '../api/operation.ts'
import { EntryListResponse } from '../books/book-entries.ts'
import { list, organization_id } from './list.ts'

export const entriesTag: Tag = {
  name: 'Book entries',
  nouns: ['Entries', 'Entry'],
  isPreview: true,
  description: 'Postings that people make themselves: opening balances, and what no document brings.',
}

export const entryList = list({
  name: 'book-entries',
  title: { en: 'Book entries', ru: 'Ручные проводки' },
  heads: {
    date: { en: 'Day in the books', ru: 'Дата' },
    text: { en: 'Text', ru: 'Содержание' },
    account: { en: 'Account', ru: 'Счёт' },
    commodity: { en: 'Currency or asset', ru: 'Валюта или актив' },
    made_by: { en: 'Posted by', ru: 'Провёл' },
    made_at: { en: 'Posted at', ru: 'Проведено' },
  },
  access: 'requests:read',
  filters: {
    organization_id,
    from: field(Type.Optional(CalendarDate), 'Only entries of this day in the books or later', '2026-01-01'),
    to: field(Type.Optional(CalendarDate), 'Only entries of this day in the books or before', '2026-12-31'),
  },
  read: {
    id: 'listEntries',
    path: '/v1/books/entries',
    tag: entriesTag,
    summary: 'List what people have posted themselves, newest first',
    page: EntryListResponse,
  },
  file: { id: 'exportEntries', what: 'what people have posted themselves' },
})
