/** What a parser needs next: the following bytes in one buffer, or the following bytes one by one. */
type Step = { take: number } | { pass: number; see?: (piece: Buffer) => void }

/**
 * A parser written as if the whole file were available. It yields a request for the next bytes and is resumed when they
 * have arrived. Only the requested bytes are kept in memory.
 */
export type Walk = Generator<Step, void, Buffer>

export const take = (bytes: number): Step => ({ take: bytes })
export const pass = (bytes: number, see?: (piece: Buffer) => void): Step => ({
  pass: bytes,
  ...(see && { see }),
})

const nothing: Buffer = Buffer.alloc(0)

/** Runs a parser on a stream. `write` returns the bytes after the end of the parsed structure. */
export function followWalk(walk: Walk) {
  let current = walk.next(nothing)
  let taken = nothing
  let passed = 0

  function advance(bytes: Buffer) {
    taken = nothing
    passed = 0
    current = walk.next(bytes)
  }

  return {
    isDone: () => current.done === true,
    write(piece: Buffer): Buffer {
      let rest = piece
      while (!current.done) {
        const step = current.value
        if ('take' in step) {
          const part = rest.subarray(0, step.take - taken.length)
          taken = taken.length === 0 ? part : Buffer.concat([taken, part])
          rest = rest.subarray(part.length)
          if (taken.length < step.take) break
          advance(taken)
        } else {
          const part = rest.subarray(0, step.pass - passed)
          passed += part.length
          rest = rest.subarray(part.length)
          if (part.length > 0) step.see?.(part)
          if (passed < step.pass) break
          advance(nothing)
        }
      }
      return rest
    },
  }
}
