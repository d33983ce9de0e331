import { type FileCode, fileFaults, type RuleCode, ruleFaults } from './error-codes.ts'
import type { FaultType } from './fault-types.ts'

/** One fault of a request, as FastAPI with pydantic 2 words it. Where a rule found it, `ctx.code` says which one. */
export interface Fault {
  loc: (string | number)[]
  msg: string
  type: FaultType | 'value_error' | 'file_type'
  ctx?: Record<string, unknown>
}

type Value = string | number | readonly string[]

/** The names of the values that a sentence leaves open: `%{name}`. */
type OpenValues<Sentence extends string> = Sentence extends `${string}%{${infer Name}}${infer Rest}`
  ? Name | OpenValues<Rest>
  : never

/** The values of a sentence as an argument; none where it leaves nothing open. */
export type ValuesOf<Sentence extends string> = [OpenValues<Sentence>] extends [never]
  ? []
  : [values: Record<OpenValues<Sentence>, Value>]

const rules = { ...ruleFaults, ...fileFaults }

/** The values that a code is sent with. */
export type ValuesOfCode<C extends RuleCode | FileCode> = ValuesOf<(typeof rules)[C]['sentence']>

/** Rules whose sentence leaves nothing open: what a check of a single value can return. */
export type PlainRuleCode = {
  [C in RuleCode]: [OpenValues<(typeof ruleFaults)[C]['sentence']>] extends [never] ? C : never
}[RuleCode]

/** A fault that a rule found (a checksum, a date, two fields that do not fit, the content of a file). */
export function fault<C extends RuleCode | FileCode>(
  loc: Fault['loc'],
  code: C,
  ...[values]: ValuesOfCode<C>
): Fault {
  const ctx = { code, ...values }
  const isOfFile = code in fileFaults
  const msg = fillIn(rules[code].sentence, values)
  return {
    loc,
    msg: isOfFile ? msg : `Value error, ${msg}`,
    type: isOfFile ? 'file_type' : 'value_error',
    ctx,
  }
}

/** A required field that was not sent. */
export function missing(loc: Fault['loc']): Fault {
  return { loc, msg: 'Field required', type: 'missing' }
}

/** The code to translate by: that of the rule, else the type. */
export function codeOf({ type, ctx }: { type: string; ctx?: Record<string, unknown> }): string {
  return typeof ctx?.code === 'string' ? ctx.code : type
}

/** A declared sentence with its values filled in. */
export function fillIn(sentence: string, values: Record<string, unknown> = {}): string {
  return sentence.replaceAll(/%\{(\w+)\}/g, (_all, name: string) => {
    const value = values[name]
    return Array.isArray(value) ? alternatives(value) : String(value)
  })
}

/** `a, b or c` */
export function alternatives(values: readonly string[]): string {
  return values.length > 1 ? `${values.slice(0, -1).join(', ')} or ${values.at(-1)}` : (values[0] ?? '')
}
