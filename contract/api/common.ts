import { type Static, type TSchema, Type } from 'typebox'
import { exampleId } from '../declarations/phrases.ts'
import { failures, fileFaults, ruleFaults } from './error-codes.ts'
import { faultTypes } from './fault-types.ts'
import { multiline } from './visible-text.ts'

export { exampleId }

/** A field with its meaning and examples of it. Both are for the description of the API; checks do not read them. */
export function field<T extends TSchema>(schema: T, description: string, ...examples: Static<T>[]): T {
  const annotations = { description, ...(examples.length > 0 && { examples }) }
  // Not a spread: TypeBox marks an optional field by a property that a spread would lose.
  return Object.defineProperties(annotations, {
    ...Object.getOwnPropertyDescriptors(schema),
    ...Object.getOwnPropertyDescriptors(annotations),
  }) as unknown as T
}

/** The schemas that a `$ref` stands for, by their names, for who checks a body without the table of all operations. */
export const referred = new Map<string, TSchema>()

/** A `$ref` to a named schema. OpenAPI lists it once under components; TypeScript still knows its type. */
export function ref<T extends TSchema & { $id?: string }>(schema: T) {
  referred.set(schema.$id as string, schema)
  return Type.Unsafe<Static<T>>(Type.Ref(schema.$id as string))
}

type WithType = TSchema & { type?: unknown; enum?: readonly unknown[] }

/** The schema or null, as a list of types. anyOf would be serialized 15% slower. */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: values, ...rest } = schema as WithType
  return Type.Unsafe<Static<T> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values && { enum: [...values, null] }),
  })
}

/** In a request: absent keeps the value, null clears it. */
export function optional<T extends TSchema>(schema: T) {
  return Type.Optional(nullable(schema))
}

export function oneOf<const V extends readonly string[]>(values: V) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values] })
}

/** A display name: 1 to 1,000 characters. */
export const Name = Type.String({ minLength: 1, maxLength: 1000 })
export const Address = Type.String({ minLength: 1, maxLength: 1000, ...multiline })
/** A text of several lines, which nobody votes on. */
export const Note = Type.String({ maxLength: 4000, ...multiline })
/** What is said about a decision that people may vote on. */
export const Remark = Type.String({ maxLength: 4000 })
export const ShortText = Type.String({ minLength: 1, maxLength: 255 })
export const Instant = Type.String({ format: 'date-time', examples: ['2026-01-31T12:00:00Z'] })
export const CalendarDate = Type.String({ format: 'date', examples: ['2026-01-31'] })
export const Version = Type.Integer({ minimum: 1, examples: [3] })
export const Id = Type.String({ examples: [exampleId] })
export const idPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
/** A filter by id on an extension path, where a value that cannot be an id is 422. */
export const IdFilter = Type.String({ pattern: idPattern, examples: [exampleId] })

/** The version that the caller has read. */
export const ExpectedVersion = field(
  Type.Optional(Version),
  'The version that was read. If it is another one by now, it is `version_conflict`.',
)
/** The version in a response. */
export const CurrentVersion = field(
  Type.Integer({ examples: [3] }),
  'Goes up by one with each change. Send it with an update, so that nothing is overwritten.',
)

/** Whether a value is an object of JSON. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const wellFormedId = new RegExp(idPattern)

/** Whether a string from a path can be an id. Other strings (NUL characters, 5,000 letters) must not reach SQL. */
export function isId(value: string): boolean {
  return wellFormedId.test(value)
}

/** A page of `items`. `total` is exact unless `total_is_exact` is false: then there are at least that many. */
export function page<T extends TSchema>(items: T, $id: string) {
  return Type.Object(
    {
      items: field(Type.Array(items), 'The objects on this page'),
      total: field(Type.Integer({ minimum: 0 }), 'How many objects the whole list has', 1),
      total_is_exact: field(
        Type.Boolean(),
        'False if a text search matches very many: then there are at least `total`',
        true,
      ),
      limit: field(Type.Integer(), 'The most objects on a page, as requested', 50),
      offset: field(Type.Integer(), 'How many objects come before this page', 0),
    },
    { $id, description: 'A page of a list.' },
  )
}

export const pageQuery = {
  limit: field(
    Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
    'The largest number of objects on the page',
    50,
  ),
  offset: field(
    Type.Integer({ minimum: 0, default: 0 }),
    'How many objects of the list to leave out before the page',
    0,
  ),
}

/** A page of a list that is read from one page to the next. */
export function cursorPage<T extends TSchema>(items: T, $id: string) {
  return Type.Object(
    {
      items: field(Type.Array(items), 'The objects on this page'),
      next_cursor: field(
        nullable(Type.String()),
        'The `cursor` of the next page; null on the last one',
        exampleId,
      ),
    },
    { $id, description: 'A page of a list.' },
  )
}

export const cursorQuery = {
  limit: pageQuery.limit,
  cursor: field(
    Type.Optional(Type.String({ pattern: '^[!-~]{1,300}$' })),
    'The `next_cursor` of the page before',
    exampleId,
  ),
}

/** Of lists that are ordered by the ids of their objects, which is promised for those that are no preview. */
export const idCursorQuery = {
  ...cursorQuery,
  cursor: field(
    Type.Optional(Type.String({ pattern: idPattern })),
    'The `next_cursor` of the page before',
    exampleId,
  ),
}

export const ErrorResponse = Type.Object(
  {
    // Not an `enum`: later versions add codes, and a client must not refuse them.
    code: field(
      Type.String({ 'x-extensible-enum': Object.keys(failures) }),
      'Stable code for programs, in snake_case. Codes may be added',
      'version_conflict',
    ),
    detail: field(Type.String(), 'One sentence for people', 'Sign in first.'),
    request_id: field(
      Type.String(),
      'The id of the request in the log',
      '0199f0a4-6d2f-7c4b-8e53-7f9012b3c4d5',
    ),
    context: field(
      Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      'Values for programs, depending on the code',
      {},
    ),
  },
  { $id: 'ErrorResponse', description: 'Why a request failed, except for its content (422).' },
)
export type ErrorResponse = Static<typeof ErrorResponse>

export const HTTPValidationError = Type.Object(
  {
    detail: field(
      Type.Array(
        Type.Object({
          loc: field(
            Type.Array(Type.Union([Type.String(), Type.Integer()])),
            'Where the fault is: `body`, `query`, `path` or `header`, then the names of fields and the indexes of lists',
            ['body', 'inn'],
          ),
          msg: field(Type.String(), 'One sentence for people', 'Field required'),
          type: field(
            Type.String(),
            'Stable type of the fault, in snake_case',
            ...Object.keys(faultTypes),
            'value_error',
            'file_type',
          ),
          ctx: field(
            Type.Optional(
              Type.Object(
                {
                  code: field(
                    Type.Optional(Type.String()),
                    'Stable code of the rule (for `value_error` and `file_type`), in snake_case',
                    ...Object.keys(ruleFaults),
                    ...Object.keys(fileFaults),
                  ),
                },
                { additionalProperties: true },
              ),
            ),
            'Values for programs; never the value that was sent',
            {},
          ),
        }),
      ),
      'Every fault of the request, not only the first',
    ),
  },
  { $id: 'HTTPValidationError', description: 'The content of a request is not valid.' },
)
export type HTTPValidationError = Static<typeof HTTPValidationError>
