import type { randomFrom } from '../support/cases/random.ts'

/** One to three changes: a byte, a digit, a piece that is lost, doubled or put elsewhere. */
export function mutate(bytes: Buffer, random: ReturnType<typeof randomFrom>): Buffer {
  let mutated: Buffer = Buffer.from(bytes)
  for (let changes = 1 + random.below(3); changes > 0; changes--) {
    const at = random.below(mutated.length)
    const piece = mutated.subarray(at, at + random.pick([1, 2, 5, 30, 400]))
    const rest = mutated.subarray(at + piece.length)
    const before = mutated.subarray(0, at)
    const how = random.below(6)
    if (how === 0) mutated = Buffer.concat([before, rest])
    else if (how === 1) mutated = Buffer.concat([before, piece, piece, rest])
    else if (how === 2) mutated = Buffer.concat([before, Buffer.from([random.below(256)]), piece, rest])
    else if (how === 3) mutated[at] = random.below(256)
    else mutated = withOtherDigit(mutated, random, at)
  }
  return mutated
}

function withOtherDigit(bytes: Buffer, random: ReturnType<typeof randomFrom>, from: number): Buffer {
  const changed = Buffer.from(bytes)
  const at = changed.findIndex((byte, index) => index >= from && byte >= 0x30 && byte <= 0x39)
  if (at >= 0) changed[at] = 0x30 + random.below(10)
  return changed
}
