/** Letters of one class are easily mistaken for each other between languages: half an edit. */
const near = new Map<number, number>()
for (const [index, letters] of ['aeiou', 'sz', 'dt', 'bp', 'gk', 'fv', 'ij', 'SC'].entries()) {
  for (const letter of letters) {
    const code = letter.charCodeAt(0)
    near.set(code, (near.get(code) ?? 0) | (1 << index))
  }
}

const longest = 64
const rows = [0, 1, 2].map(() => new Float64Array(longest + 1)) as [Float64Array, Float64Array, Float64Array]

/**
 * The edits between two texts: a letter inserted, deleted, replaced, or swapped with its neighbour. Infinite if there are
 * more than `limit`. With `bySound`, a letter replaced by a near one is half an edit.
 */
export function editsBetween(a: string, b: string, limit: number, bySound = false): number {
  if (a === b) return 0
  if (Math.abs(a.length - b.length) > limit || a.length > longest || b.length > longest) return Infinity
  let [before, previous, current] = rows
  for (let j = 0; j <= b.length; j++) previous[j] = j
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1)
    current[0] = i
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1)
      let edits = previous[j - 1] as number
      if (letter !== other) {
        edits += bySound && (near.get(letter) ?? 0) & (near.get(other) ?? 0) ? 0.5 : 1
        edits = Math.min(edits, (previous[j] as number) + 1, (current[j - 1] as number) + 1)
        if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other) {
          edits = Math.min(edits, (before[j - 2] as number) + 1)
        }
      }
      current[j] = edits
      if (edits < least) least = edits
    }
    if (least > limit) return Infinity
    ;[before, previous, current] = [previous, current, before]
  }
  const edits = previous[b.length] as number
  return edits <= limit ? edits : Infinity
}
