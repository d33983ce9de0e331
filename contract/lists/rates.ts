import { Type } from 'typebox'
import { CalendarDate, field, oneOf } from '../api/common.ts'
import type { Tag } from '../api/operation.ts'
import { RateListResponse, rateSources } from '../books/rates.ts'
import { list } from './list.ts'

export const ratesTag: Tag = {
  name: 'Rates',
  isPreview: true,
  description: 'Rates of exchange by day, in roubles.',
}

export const rateList = list({
  name: 'rates',
  title: { en: 'Exchange rates', ru: 'Курсы валют' },
  heads: {
    nominal: { en: 'Units', ru: 'Единиц' },
    set_by: { en: 'Set by', ru: 'Кто внёс' },
    set_at: { en: 'Set at', ru: 'Когда внесён' },
  },
  access: 'requests:read',
  filters: {
    currency: field(
      Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
      'Only rates of this currency',
      'CNY',
    ),
    source: field(Type.Optional(oneOf(rateSources)), 'Only rates from there', 'typed'),
    from: field(Type.Optional(CalendarDate), 'Only rates of this day or later', '2026-01-01'),
    to: field(Type.Optional(CalendarDate), 'Only rates of this day or before', '2026-12-31'),
  },
  read: {
    id: 'listRates',
    path: '/v1/rates',
    tag: ratesTag,
    summary: 'List rates of exchange by day, the newest day first',
    page: RateListResponse,
  },
  file: { id: 'exportRates', what: 'rates of exchange', words: { source: 'rate_source' } },
})
