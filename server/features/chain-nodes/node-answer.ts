/** An answer of a node that is not what its interface promises. Says nothing of its content: that is foreign. */
export class UnusableAnswer extends Error {
  override name = 'UnusableAnswer'
}

/** What a node answers is foreign input: each value is read by one of these, or the answer is not used at all. */
export function object(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UnusableAnswer()
  return value as Record<string, unknown>
}

export function list(value: unknown, most = 10_000): unknown[] {
  if (!Array.isArray(value) || value.length > most) throw new UnusableAnswer()
  return value
}

export function text(value: unknown, pattern: RegExp): string {
  if (typeof value !== 'string' || !pattern.test(value)) throw new UnusableAnswer()
  return value
}

/** A whole number that is not negative. */
export function count(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new UnusableAnswer()
  return value as number
}

/** An amount in base units: a whole number, or its digits in a string. */
export function units(value: unknown): bigint {
  if (typeof value === 'string' && /^[0-9]{1,30}$/.test(value)) return BigInt(value)
  return BigInt(count(value))
}

/** An amount in base units in hexadecimal, with no more digits than one has that people type: a word of 32 bytes holds 78. */
export function hexUnits(value: unknown): bigint {
  return units(quantity(value).toString())
}

/** A number as Ethereum writes it, such as 0x1a. */
export function quantity(value: unknown): bigint {
  return BigInt(text(value, /^0x[0-9a-fA-F]{1,64}$/))
}

/** JSON whose integers beyond 2^53 stay exact: they become the strings of their digits. */
export function parseJson(json: string): unknown {
  try {
    return /[0-9]{16}/.test(json) ? JSON.parse(json, exactIntegers) : JSON.parse(json)
  } catch {
    throw new UnusableAnswer()
  }
}

function exactIntegers(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value)
  return isRounded && source !== undefined && /^[0-9]{16,30}$/.test(source) ? source : value
}
