/** What a walk asks for next: the following bytes in one piece, or the following bytes one after the other. */
type Step = { take: number } | { pass: number; see?: (piece: Buffer) => void }

/**
 * A parser written as if the whole file were there: it yields what it wants to see next and is given it as soon
 * as it has arrived. Only what is taken is kept in memory, never what passes.
 */
export type Walk = Generator<Step, void, Buffer>

export const take = (bytes: number): Step => ({ take: bytes })
export const pass = (bytes: number, see?: (piece: Buffer) => void): Step => ({
  pass: bytes,
  ...(see && { see }),
})

const nothing: Buffer = Buffer.alloc(0)

/** Runs a walk over a stream. `write` gives back what lies beyond the end of the walk. */
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
