import type { ErrorObject } from 'ajv'
import { type Fault, valueError } from '../../../contract/common.ts'

export type Part = 'body' | 'query' | 'header'

const wrongType: Record<string, [type: string, what: string]> = {
  string: ['string_type', 'string'],
  integer: ['int_type', 'integer'],
  number: ['float_type', 'number'],
  boolean: ['bool_type', 'boolean'],
  array: ['list_type', 'list'],
}

const wrongFormat: Record<string, string> = {
  date: 'should be a date such as 2026-01-31',
  'date-time': 'should be a time with its zone, such as 2026-01-31T12:00:00Z',
  email: 'should be an e-mail address',
}

/** Ajv's errors in the words of FastAPI with pydantic 2, because the clients of such an interface parse those. */
export function toFaults(part: Part, errors: ErrorObject[]): Fault[] {
  const faults = errors.map((error) => ({
    keyword: error.keyword,
    path: error.instancePath,
    fault: explain(part, error),
  }))
  return faults
    .filter(
      ({ keyword, path }) =>
        // A value that is none of an enum's is told once, as that, also when its type is wrong already.
        keyword !== 'type' || !faults.some((other) => other.keyword === 'enum' && other.path === path),
    )
    .map(({ fault }) => fault)
}

function explain(part: Part, { instancePath, keyword, params, schema }: ErrorObject): Fault {
  const loc = [part, ...pathOf(instancePath)]
  switch (keyword) {
    case 'required':
      return { loc: [...loc, params.missingProperty], msg: 'Field required', type: 'missing' }
    case 'additionalProperties':
      return {
        loc: [...loc, params.additionalProperty],
        msg: 'Extra inputs are not permitted',
        type: 'extra_forbidden',
      }
    case 'type':
      return ofType(part, loc, [params.type].flat()[0])
    case 'minLength':
      return length(loc, 'string_too_short', 'least', 'min_length', params.limit)
    case 'maxLength':
      return length(loc, 'string_too_long', 'most', 'max_length', params.limit)
    case 'pattern':
      return {
        loc,
        msg: `String should match pattern '${params.pattern}'`,
        type: 'string_pattern_mismatch',
        ctx: { pattern: params.pattern },
      }
    case 'minimum':
      return bound(loc, 'greater', 'ge', params.limit)
    case 'maximum':
      return bound(loc, 'less', 'le', params.limit)
    case 'enum': {
      const expected = alternatives(params.allowedValues)
      return { loc, msg: `Input should be ${expected}`, type: 'enum', ctx: { expected } }
    }
    case 'format':
      return valueError(loc, wrongFormat[params.format] ?? `should be a ${params.format}`)
    case 'minProperties':
      return valueError(loc, 'at least one field must be sent')
    case 'minItems':
      return items(loc, 'too_short', 'least', 'min_length', params.limit)
    case 'maxItems':
      return items(loc, 'too_long', 'most', 'max_length', params.limit)
    case 'uniqueItems':
      return valueError(loc, 'the same item must not stand there twice')
    default:
      throw new Error(`The contract uses '${keyword}' (${JSON.stringify(schema)}), which has no wording.`)
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
  const [code, what] = wrongType[type] as [string, string]
  return { loc, msg: `Input should be a valid ${what}`, type: code }
}

function plural(count: number, one: string): string {
  return count === 1 ? one : `${one}s`
}

function length(loc: Fault['loc'], type: string, word: string, key: string, limit: number): Fault {
  return {
    loc,
    msg: `String should have at ${word} ${limit} ${plural(limit, 'character')}`,
    type,
    ctx: { [key]: limit },
  }
}

function items(loc: Fault['loc'], type: string, word: string, key: string, limit: number): Fault {
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

/** 'a', 'b' or 'c' */
function alternatives(values: unknown[]): string {
  const quoted = values.filter((value) => value !== null).map((value) => `'${value}'`)
  return quoted.length > 1 ? `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}` : (quoted[0] ?? '')
}

/** A JSON pointer as a location: array indexes are integers. */
function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')))
}
