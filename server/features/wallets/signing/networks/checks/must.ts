/** For what is read again from a signed transaction. Only the name of a field goes into the error, never its value. */
export function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`The signed transaction is not what was planned: ${what}.`)
}
