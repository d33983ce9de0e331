import { type RawBuilder, sql } from 'kysely'

const mark = '/* with the commit */ '

/**
 * A statement that reaches the server in one message with the COMMIT of its transaction. What it locks is never held while
 * the server waits for this process: it has everything that it needs to commit, or nothing. Its values are literals, as one
 * message of several statements has no parameters, and its result is not returned. Only in a transaction.
 */
export function withCommit(text: string): RawBuilder<unknown> {
  return sql.raw(`${mark}${text}`)
}

/** The statement, if this text is one to be sent with the commit. */
export function heldStatement(text: unknown): string | undefined {
  return typeof text === 'string' && text.startsWith(mark) ? text.slice(mark.length) : undefined
}
