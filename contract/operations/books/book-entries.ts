import { Type } from 'typebox'
import { field, Id, ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import { CreateEntryBody, EntryResponse, ReverseEntryBody } from '../../books/book-entries.ts'
import { entriesTag } from '../../lists/book-entries.ts'

const posting = { tag: entriesTag, access: 'books:post', extension: true } as const
const entryParams = Type.Object({ entry_id: field(Id, 'The id of the entry') })

export const createEntry = operation({
  ...posting,
  id: 'createEntry',
  method: 'POST',
  path: '/v1/books/entries',
  summary: 'Post an entry',
  description:
    'Opening balances are entries against `equity:opening:<commodity>`. An entry is never changed: reverse it and post another one. Supports `Idempotency-Key`.',
  body: ref(CreateEntryBody),
  success: 201,
  response: ref(EntryResponse),
  location: '/v1/books/entries/{id}',
  acts: [{ name: 'books.post' }],
})

export const readEntry = operation({
  ...posting,
  access: 'requests:read',
  id: 'readEntry',
  method: 'GET',
  path: '/v1/books/entries/{entry_id}',
  summary: 'Read an entry',
  params: entryParams,
  response: ref(EntryResponse),
})

export const reverseEntry = operation({
  ...posting,
  id: 'reverseEntry',
  method: 'POST',
  path: '/v1/books/entries/{entry_id}/reverse',
  summary: 'Reverse an entry',
  description: 'Posts the opposite on the same day, or on the first open day if that one is closed.',
  params: entryParams,
  body: ref(ReverseEntryBody),
  response: ref(EntryResponse),
  acts: [{ name: 'books.post' }],
})
