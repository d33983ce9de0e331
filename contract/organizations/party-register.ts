import { type Static, Type } from 'typebox'
import { maybeActor } from '../api/actor.ts'
import { field, Instant, nullable, oneOf } from '../api/common.ts'

/** Why an import has changed nothing. */
export const registerFailures = [
  'damaged',
  'unknown_format',
  'not_utf8',
  'too_large',
  'no_parties',
  'interrupted',
  'storage_full',
  'out_of_memory',
  'failed',
] as const
export type RegisterFailure = (typeof registerFailures)[number]

export const registerImportStatuses = ['running', 'published', 'replaced', 'failed'] as const
export const registerImportPhases = ['reading', 'indexing', 'publishing'] as const

const count = (meaning: string, example: number) => field(Type.Integer({ minimum: 0 }), meaning, example)

const RegisterFile = Type.Object({
  name: field(Type.String(), 'Its name', 'rsmp.zip'),
  format: field(nullable(Type.String()), 'What it was; null until that is known', 'rsmp'),
  parties: count('Parties read from it', 120_000),
  skipped: count('Valid rows that were not imported', 0),
  rejected: count('Invalid rows', 3),
})

const importFields = {
  generation: count('Number of the import', 7),
  status: field(
    oneOf(registerImportStatuses),
    '`published` is searched, `replaced` was until a later import; `failed` has changed nothing',
    'running',
  ),
  started_at: field(Instant, 'When it started'),
  ended_at: field(nullable(Instant), 'When it ended', null),
  started_by: maybeActor('Who imports; null of imports before this was kept'),
  files: field(Type.Array(RegisterFile), 'The files'),
  phase: field(nullable(oneOf(registerImportPhases)), 'What it does; null once it has ended', 'reading'),
  read_bytes: count('How much of the files has been read', 52_428_800),
  total_bytes: count('Size of the files', 104_857_600),
  parties: count('Parties read so far, or in the register that it made', 120_000),
  skipped: count('Valid rows that are not imported', 0),
  replaced: count('Rows that a later one replaced', 0),
  rejected: count('Invalid rows', 3),
  rejections: field(
    Type.Array(
      Type.Object({
        file: field(Type.String(), 'The file', 'register.csv'),
        line: count('The line', 12),
        fault: field(Type.String(), 'What is wrong', 'the check digit of the INN is wrong'),
      }),
    ),
    'The first hundred of the invalid rows',
  ),
  failure: field(
    nullable(
      Type.Object({
        code: field(oneOf(registerFailures), 'Why it failed', 'not_utf8'),
        detail: field(Type.String(), 'The same, for people', 'The file is not UTF-8 text.'),
      }),
    ),
    'Why it has changed nothing',
    null,
  ),
}

export const RegisterImport = Type.Object(importFields, {
  $id: 'RegisterImport',
  description: 'An import of the party register.',
})
export type RegisterImport = Static<typeof RegisterImport>

export const PartyRegisterResponse = Type.Object(
  {
    parties: count('Parties in the register; 0 until the first import', 120_000),
    current: field(
      nullable(Type.Object(importFields)),
      'The import that is searched; null until the first one',
    ),
    latest: field(nullable(Type.Object(importFields)), 'The import that began last, whatever became of it'),
  },
  { $id: 'PartyRegisterResponse', description: 'The party register, and the import of it.' },
)
export type PartyRegisterResponse = Static<typeof PartyRegisterResponse>

export const ImportPartyRegisterBody = Type.Object(
  {
    file: field(
      Type.Array(Type.String({ format: 'binary' }), { minItems: 1 }),
      'RSMP zip or XML, GLEIF CSV or zip, plain CSV or NDJSON; several files make one register together',
      ['inn,ogrn,full_name\n7707083893,1027700132195,ПАО Сбербанк'],
    ),
  },
  { $id: 'ImportPartyRegisterBody', additionalProperties: false, description: 'The files of a register.' },
)
