import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { withLiterals } from './literals.ts'

const mark = '/* with the commit */ '
const restMark = '/* the rest with the commit */ '

/**
 * A statement that reaches the server in one message with the COMMIT of its transaction. What it locks is never held while
 * the server waits for this process: it has everything that it needs to commit, or nothing. Its values are literals, as one
 * message of several statements has no parameters, and its result is not returned. Only in a transaction.
 */
export function withCommit(text: string): RawBuilder<unknown> {
  return sql.raw(`${mark}${text}`)
}

/**
 * From here on, every statement of the transaction is sent with its commit. `known` is an expression in SQL, a JSON object:
 * where the statements have one of its keys, the server puts the value. So they can be made before the value is known, and
 * what it locks is not held for this process. The statements return nothing, so what has to be read is read before.
 */
export function restWithCommit(known: string): RawBuilder<unknown> {
  return sql.raw(`${restMark}${known}`)
}

/** No time that is recorded is so late: the year 100,000. */
const firstMarkedTime = Date.parse('+100000-01-01T00:00:00Z')

/** A time that occurs nowhere else, for one that is known only with the commit. */
export function markedTime(): Date {
  return new Date(firstMarkedTime + randomInt(2 ** 48 - 1))
}

/** Keeps what the open transaction of one connection sends with its commit. */
export function createHeld() {
  let statements: string[] = []
  let known: string | undefined

  /** Whether the statement is kept instead of being sent. */
  function keep(text: unknown, parameters: unknown): boolean {
    if (typeof text !== 'string' || text === 'commit' || text === 'rollback') return false
    if (text.startsWith(restMark)) known = text.slice(restMark.length)
    else if (text.startsWith(mark)) statements.push(text.slice(mark.length))
    else if (known === undefined) return false
    else if (text.startsWith('select'))
      throw new Error('What is read comes before what travels with the commit.')
    else statements.push(withLiterals({ sql: text, parameters: (parameters as unknown[]) ?? [] }))
    return true
  }

  /** The statements that were kept, the last of which tells what the message is. */
  function take(): { message: string; last: string } | undefined {
    const [taken, values] = [statements, known]
    statements = []
    known = undefined
    const last = taken.at(-1)
    if (last === undefined) return undefined
    if (values === undefined) return { message: taken.join('; '), last }
    const texts = taken.map((text) => pg.escapeLiteral(text)).join(', ')
    return { message: `select run_with_values(${values}, array[${texts}])`, last }
  }

  return { keep, take }
}
