import type { FaultCode } from '../../contract/error-codes.ts'

export const en = {
  faults: {
    list_unreadable: 'The list cannot be read: %{reason}',
    list_encoding: '%{file}, line %{line}: the bytes are not UTF-8',
    list_without_entries: 'No entry could be read from the files; damaged rows: %{rejected}',
  } satisfies Partial<Record<FaultCode, string>>,
  errors: {
    screening_hit_not_found: 'There is no such hit.',
    screening_hit_closed: 'The service has closed this hit: there is nothing to decide.',
    list_shrunk:
      'The list has lost more than a tenth of its entries (%{before} before, %{after} now). Nothing was published.',
    lists_loading: 'A list was just published and is still being read. Try again in a moment.',
    list_importing: 'This list is being imported already.',
  },
  action_name: {
    screening: {
      list_published: 'Imported a sanctions list',
      list_checked: 'Imported a sanctions list that has not changed',
      exported: 'Exported who was screened',
      hit_opened: 'Found a possible match with a list',
      hit_decided: 'Decided a screening hit',
      hit_closed: 'Closed a screening hit',
    },
  },
  object_name: { screening_list: 'sanctions list', screening_hit: 'screening hit' },
}
