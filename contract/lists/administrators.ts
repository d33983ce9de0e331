import { list } from './list.ts'

export const administratorList = list({
  name: 'administrators',
  access: 'administrators:manage',
  filters: {},
  file: { id: 'exportAdministrators', what: 'administrators' },
})
