import { type Static, type TObject, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox'
import { CalendarDate, cursorQuery, field, IdFilter, oneOf, ref } from '../api/common.ts'
import { type Operation, operation, type Tag } from '../api/operation.ts'
import type { Permission } from '../api/roles.ts'
import { type Language, languages } from '../words/languages.ts'
import type { ValueTable } from '../words/values.en.ts'

/** Newest first, which is what every list does unless told otherwise, or oldest first. */
export const listSorts = ['-created_at', 'created_at'] as const
export type ListSort = (typeof listSorts)[number]

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** A word or a sentence in every language. */
export type InLanguages = Readonly<Record<Language, string>>

/**
 * A list of the service. Its operations, its file, the filters of its saved views, the functions of the client and the
 * filters of the console follow from this one declaration, and so does what people read of it.
 */
export interface List<
  Name extends string = string,
  Filters extends TProperties = TProperties,
  Read extends Operation | undefined = Operation | undefined,
> {
  /** Its file is `GET /v1/exports/{name}`, and its views are views of `name`. */
  name: Name
  /** Of its page, its workbook and its views. */
  title: InLanguages
  /** What its columns and filters are called, in the console and in workbooks; words that other lists have too are in `words/heads.en.ts`. */
  heads: Readonly<Record<string, InLanguages>>
  access: Permission
  /** By its rows, its file and its saved views alike. */
  filters: TObject<Filters>
  /** The orders it can be read in; the first is the usual one. */
  sorts: readonly ListSort[]
  /** Reads it, a page at a time; undefined if it is read by an operation with `limit` and `offset`. */
  read: Read
  /** How many rows there are, and the sums of their amounts; undefined without `read`. */
  totals: ReturnType<typeof totalsOperation> | undefined
  /** The amounts that are summed, each with the field that names its currency. */
  sums: Readonly<Record<string, string>>
  file: Operation
  /** What the cells of its workbook are. */
  cells: CellMeanings
  /** The schemas that only this list has. */
  schemas: readonly TSchema[]
}

/** What workbooks need to know of columns, besides their types. */
export interface CellMeanings {
  /** The table of words for the values of a column. */
  words: Readonly<Record<string, ValueTable>>
  /** Of a column with an amount: the column that names its currency or asset. */
  currencies: Readonly<Record<string, string>>
}

export type ListFilter<Of extends { filters: TSchema }> = Static<Of['filters']>

interface Reading<Page extends TSchema> {
  id: string
  path: string
  tag: Tag
  summary: string
  description?: string
  /** The schema of a page. */
  page: Page
}

interface Declared<Name extends string, Filters extends TProperties> {
  name: Name
  title: InLanguages
  heads?: Readonly<Record<string, InLanguages>>
  access: Permission
  filters: Filters
  sorts?: readonly ListSort[]
  sums?: Readonly<Record<string, string>>
  /** `what` ends the sentence "Export …". `filters` are those that only the file has. */
  file: { id: string; what: string; filters?: TProperties } & Partial<CellMeanings>
  schemas?: readonly TSchema[]
}

type ReadOperation<Filters extends TProperties, Page extends TSchema> = Operation<
  TUnsafe<unknown>,
  TObject<Filters & typeof order & typeof cursorQuery>,
  TUnsafe<unknown>,
  TUnsafe<Static<Page>>
>

const order = {
  sort: field(
    Type.Optional(oneOf(listSorts)),
    '`-created_at` is newest first, which is the default; `created_at` is oldest first',
    'created_at',
  ),
}

const files = {
  name: 'Exports',
  isPreview: true,
  description:
    'Lists as files, with the filters of the list. Text that a spreadsheet would take for a formula is defused. A workbook has words for heads and values, times of `KONTOR_TIME_ZONE`, and at most 1,048,575 rows. ' +
    'Each export is recorded in the audit log.',
}
const language = field(
  Type.Optional(oneOf(languages)),
  'The language of a workbook; by default what `Accept-Language` prefers',
  'ru',
)
const format = field(oneOf(exportFormats), 'A table as text (CSV, UTF-8), or a workbook of Excel', 'csv')

export function list<Name extends string, Filters extends TProperties, Page extends TSchema>(
  declared: Declared<Name, Filters> & { read: Reading<Page> },
): List<Name, Filters, ReadOperation<Filters, Page>>
export function list<Name extends string, Filters extends TProperties>(
  declared: Declared<Name, Filters>,
): List<Name, Filters, undefined>
export function list<Name extends string, Filters extends TProperties>({
  name,
  title,
  heads = {},
  access,
  filters,
  sorts = ['-created_at'],
  sums = {},
  read,
  file,
  schemas = [],
}: Declared<Name, Filters> & { read?: Reading<TSchema> }): List<Name, Filters> {
  const exporting = operation({
    id: file.id,
    method: 'GET',
    path: `/v1/exports/${name}`,
    tag: files,
    summary: `Export ${file.what} as CSV or XLSX`,
    description: 'Newest first.',
    access,
    query: Type.Object({ format, language, ...filters, ...file.filters }),
    produces: {
      types: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      schema: Type.String({ format: 'binary', description: 'The file' }),
    },
    releases: true,
    noHead: true,
    extension: true,
  })
  return {
    name,
    title,
    heads,
    access,
    filters: Type.Object(filters),
    sorts,
    read: read && readOperation(read, access, filters, sorts),
    totals: read && totalsOperation(read, access, filters, sums),
    sums,
    file: exporting,
    cells: { words: file.words ?? {}, currencies: file.currencies ?? {} },
    schemas: read ? [read.page, ...schemas] : schemas,
  }
}

function readOperation(
  { id, path, tag, summary, description, page }: Reading<TSchema>,
  access: Permission,
  filters: TProperties,
  sorts: readonly ListSort[],
): Operation {
  return operation({
    id,
    method: 'GET',
    path,
    tag,
    summary,
    ...(description !== undefined && { description }),
    access,
    query: Type.Object({ ...filters, ...(sorts.length > 1 && order), ...cursorQuery }),
    response: ref(page),
    extension: true,
  })
}

/** Beyond so many rows, neither their number nor their sums are told. */
export const mostCounted = 10_000

export const ListTotals = Type.Object(
  {
    count: field(
      Type.Integer(),
      `How many rows the filters leave, if that is exact; otherwise ${mostCounted}, and there are more`,
      128,
    ),
    is_exact: field(Type.Boolean(), `Whether all rows were counted: at most ${mostCounted} are`, true),
    sums: field(
      Type.Array(
        Type.Object({
          field: field(Type.String(), 'The field of the rows that was summed', 'amount'),
          currency: field(Type.String(), 'The currency or the asset', 'RUB'),
          amount: field(Type.String(), 'The sum', '1845300.50'),
        }),
      ),
      'One for each amount and currency among the rows; empty if not all rows were counted, and for lists without amounts',
    ),
  },
  {
    $id: 'ListTotals',
    description: 'How many rows a list has with these filters, and the sums of their amounts.',
  },
)
export type ListTotals = Static<typeof ListTotals>

function totalsOperation(
  { id, path, tag, summary }: Reading<TSchema>,
  access: Permission,
  filters: TProperties,
  sums: Readonly<Record<string, string>>,
) {
  const summed =
    Object.keys(sums).length > 0
      ? 'Count the rows of a list and sum their amounts'
      : 'Count the rows of a list'
  return operation({
    id: `${id}Totals`,
    method: 'GET',
    path: `${path}/totals`,
    tag,
    summary: `${summed}: ${summary.slice(0, 1).toLowerCase()}${summary.slice(1)}`,
    access,
    query: Type.Object(filters),
    response: ref(ListTotals),
    extension: true,
  })
}

/** A pair of filters: the first and the last day of something, such as `documents that were uploaded`. */
export function days(what: string) {
  return {
    from: field(Type.Optional(CalendarDate), `Only ${what} on this day (UTC) or later`, '2026-01-01'),
    to: field(Type.Optional(CalendarDate), `Only ${what} on this day (UTC) or before`, '2026-12-31'),
  }
}

export const organization_id = field(Type.Optional(IdFilter), 'Only rows of this organization')

/** The search field of a list. What it finds, it finds by indexes: the newest thousand rows in each way. */
export function searched(by: string, example: string) {
  return field(
    Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    `Only what is found by this: ${by}; at most the newest 1,000 in each way`,
    example,
  )
}
