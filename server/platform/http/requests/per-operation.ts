import type { Operation } from '../../../../contract/api/operation.ts'

/**
 * What is compiled from the declaration of an operation: when it is first needed, and once for all services of the
 * process. Most tests need a few operations only; a service compiles all of them before it is ready.
 */
export function perOperation<T>(compile: (operation: Operation) => T): (operation: Operation) => T {
  const compiled = new WeakMap<Operation, T>()
  return (operation) => {
    const known = compiled.get(operation)
    if (known !== undefined) return known
    const made = compile(operation)
    compiled.set(operation, made)
    return made
  }
}
