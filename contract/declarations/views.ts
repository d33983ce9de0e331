import type { Feature } from './feature.ts'

/** Lists, their files, and saved views of them. */
export const views = {
  objects: {
    view: '/v1/views/{id}',
  },
  deletions: ['view.deleted'],
  events: {
    'view.created': { permission: 'organizations:read', meaning: 'A view that is shared was saved' },
    'view.updated': {
      permission: 'organizations:read',
      meaning: 'A view that is shared was changed, or is no longer shared',
    },
    'view.deleted': { permission: 'organizations:read', meaning: 'A view that was shared was deleted' },
  },
  actions: ['list.exported'],
  failures: {
    view_not_found: {
      kind: 'not_found',
      cause: 'There is no view with this id, or another person keeps it for themselves.',
      cure: 'Check the id, or ask its owner to share the view.',
      of: ['Views'],
    },
    too_many_views: {
      kind: 'conflict',
      cause: 'You have as many views as one person can keep.',
      cure: 'Delete one that you no longer use.',
      of: ['Views'],
      context: { most: 200 },
    },
  },
  duplicates: {
    view_name: 'You already have a view of this list with this name.',
  },
  faults: {
    invalid_cursor: {
      sentence: 'this is no cursor of this list: read it from its beginning',
      cure: 'Send the `next_cursor` of a page of the same list with the same order, as it came. Without a cursor the list begins anew.',
    },
    xlsx_too_many_rows: {
      sentence: 'a workbook has at most %{rows} rows: add a filter, or take CSV',
      cure: 'Add a filter, or take the list as CSV.',
    },
  },
} as const satisfies Feature
