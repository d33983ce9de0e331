import type { TSchema } from 'typebox'
import type { FaultType } from './fault-types.ts'
import { alternatives, type Fault, fault, missing, type PlainRuleCode } from './faults.ts'
import type { Format } from './formats.ts'
import type { Operation } from './operation.ts'
import { hiddenTextFault } from './visible-text.ts'

export type Part = 'body' | 'query' | 'header'

const wrongType: Record<string, [type: FaultType, what: string]> = {
  string: ['string_type', 'string'],
  integer: ['int_type', 'integer'],
  number: ['float_type', 'number'],
  boolean: ['bool_type', 'boolean'],
  array: ['list_type', 'list'],
}

const wrongFormat: Record<Format, PlainRuleCode> = {
  date: 'date_format',
  'date-time': 'date_time_format',
  email: 'email_format',
}

/** An error of a JSON Schema validator, with the names of Ajv. */
export interface SchemaError {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
}

/** The parameters of the keywords that the contract uses. */
interface Params {
  missingProperty: string
  additionalProperty: string
  type: string | string[]
  limit: number
  pattern: string
  allowedValues: unknown[]
  format: Format
}

/**
 * Converts the errors of a validator to faults as FastAPI with pydantic 2 words them, because clients parse these. Used
 * by the server and by the console.
 */
export function toFaults(part: Part, errors: readonly SchemaError[]): Fault[] {
  const faults = errors.map((error) => ({
    keyword: error.keyword,
    path: error.instancePath,
    fault: explain(part, error),
  }))
  // A value that is not in an enum is reported once, even if its type is wrong too.
  const notInEnum = new Set(faults.filter(({ keyword }) => keyword === 'enum').map(({ path }) => path))
  return faults
    .filter(({ keyword, path }) => keyword !== 'type' || !notInEnum.has(path))
    .map(({ fault }) => fault)
}

/** All faults of a body: schema errors of the caller's validator, invalid characters, and rules of the operation. */
export function bodyFaults(
  operation: Pick<Operation, 'rules' | 'body'>,
  body: unknown,
  errors: readonly SchemaError[],
  namedSchemas: Readonly<Record<string, TSchema>>,
): Fault[] {
  if (body === undefined || body === null) return [missing(['body'])]
  const ofSchema = toFaults('body', errors)
  const [unstorable, hidden] = textFaults(body, operation.body, namedSchemas)
  const faults = [...ofSchema, ...unstorable]
  const besides = (more: readonly Fault[]) =>
    more.filter(({ loc }) => !faults.some((known) => startsWith(loc, known.loc)))
  // What is hidden in a text, and what rules find, is omitted for fields that already have a fault.
  faults.push(...besides(hidden))
  return [...faults, ...besides(operation.rules?.(body) ?? [])]
}

function startsWith(loc: Fault['loc'], beginning: Fault['loc']): boolean {
  return beginning.every((step, index) => loc[index] === step)
}

/** The texts of a body that cannot be stored, and those in which something is hidden. */
function textFaults(
  body: unknown,
  schema: TSchema | undefined,
  namedSchemas: Readonly<Record<string, TSchema>>,
): [unstorable: Fault[], hidden: Fault[]] {
  const unstorable: Fault[] = []
  const hidden: Fault[] = []
  visit(body, schema, ['body'])
  return [unstorable, hidden]

  function visit(value: unknown, given: JsonSchema | undefined, loc: Fault['loc']): void {
    const schema: JsonSchema | undefined = given?.$ref ? namedSchemas[given.$ref] : given
    if (typeof value === 'string') {
      const fault = unstorableText(value, loc)
      const ofHidden = fault ? undefined : hiddenTextFault(value, loc, schema)
      if (fault) unstorable.push(fault)
      if (ofHidden) hidden.push(ofHidden)
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, schema?.items, [...loc, index])
    } else if (value !== null && typeof value === 'object') {
      for (const [key, field] of Object.entries(value)) {
        visit(field, Object.hasOwn(schema?.properties ?? {}, key) ? schema?.properties?.[key] : undefined, [
          ...loc,
          key,
        ])
      }
    }
  }
}

/** What `textFaults` reads of a schema. */
interface JsonSchema {
  $ref?: string
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  writeOnly?: boolean
  'x-multiline'?: boolean
}

/** PostgreSQL cannot store NUL characters, and UTF-8 cannot encode lone surrogates. */
function unstorableText(value: string, loc: Fault['loc']): Fault | undefined {
  if (value.includes('\0')) return fault(loc, 'nul_character')
  return value.isWellFormed() ? undefined : fault(loc, 'malformed_unicode')
}

function explain(part: Part, { instancePath, keyword, params }: SchemaError): Fault {
  const loc = [part, ...pathOf(instancePath)]
  const { missingProperty, additionalProperty, type, limit, pattern, allowedValues, format } =
    params as unknown as Params
  switch (keyword) {
    case 'required':
      return missing([...loc, missingProperty])
    case 'additionalProperties':
      return {
        loc: [...loc, additionalProperty],
        msg: 'Extra inputs are not permitted',
        type: 'extra_forbidden',
      }
    case 'type':
      return ofType(part, loc, [type].flat()[0] as string)
    case 'minLength':
      return length(loc, 'string_too_short', 'least', 'min_length', limit)
    case 'maxLength':
      return length(loc, 'string_too_long', 'most', 'max_length', limit)
    case 'pattern':
      return patternMismatch(loc, pattern)
    case 'minimum':
      return bound(loc, 'greater', 'ge', limit)
    case 'maximum':
      return bound(loc, 'less', 'le', limit)
    case 'enum': {
      const expected = alternatives(quoted(allowedValues))
      return { loc, msg: `Input should be ${expected}`, type: 'enum', ctx: { expected } }
    }
    case 'format':
      return fault(loc, wrongFormat[format])
    case 'minProperties':
      return fault(loc, 'empty_update')
    case 'minItems':
      return items(loc, 'too_short', 'least', 'min_length', limit)
    case 'maxItems':
      return items(loc, 'too_long', 'most', 'max_length', limit)
    case 'uniqueItems':
      return fault(loc, 'repeated_item')
    default:
      throw new Error(`The contract uses the keyword '${keyword}', which has no wording.`)
  }
}

/** A string that does not match the format of its field. */
export function patternMismatch(loc: Fault['loc'], pattern: string): Fault {
  return {
    loc,
    msg: `String should match pattern '${pattern}'`,
    type: 'string_pattern_mismatch',
    ctx: { pattern },
  }
}

function ofType(part: Part, loc: Fault['loc'], type: string): Fault {
  if (type === 'object') {
    return {
      loc,
      msg: 'Input should be a valid dictionary or object to extract fields from',
      type: 'model_attributes_type',
    }
  }
  if (type === 'integer' && part === 'query') {
    return {
      loc,
      msg: 'Input should be a valid integer, unable to parse string as an integer',
      type: 'int_parsing',
    }
  }
  const [code, what] = wrongType[type] as [FaultType, string]
  return { loc, msg: `Input should be a valid ${what}`, type: code }
}

function plural(count: number, one: string): string {
  return count === 1 ? one : `${one}s`
}

function length(loc: Fault['loc'], type: FaultType, word: string, key: string, limit: number): Fault {
  return {
    loc,
    msg: `String should have at ${word} ${limit} ${plural(limit, 'character')}`,
    type,
    ctx: { [key]: limit },
  }
}

function items(loc: Fault['loc'], type: FaultType, word: string, key: string, limit: number): Fault {
  return {
    loc,
    msg: `List should have at ${word} ${limit} ${plural(limit, 'item')}`,
    type,
    ctx: { [key]: limit },
  }
}

function bound(loc: Fault['loc'], word: 'greater' | 'less', key: 'ge' | 'le', limit: number): Fault {
  const type = word === 'greater' ? 'greater_than_equal' : 'less_than_equal'
  return { loc, msg: `Input should be ${word} than or equal to ${limit}`, type, ctx: { [key]: limit } }
}

function quoted(values: readonly unknown[]): string[] {
  return values.filter((value) => value !== null).map((value) => `'${value}'`)
}

/** A JSON pointer as a location: array indexes are integers. */
function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')))
}
