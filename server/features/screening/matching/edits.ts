/** Letters of one class are easily mistaken for each other between languages: half an edit. */
const classes = new Uint16Array(128)
for (const [index, letters] of ['aeiou', 'sz', 'dt', 'bp', 'gk', 'fv', 'ij', 'SC'].entries()) {
  for (const letter of letters) {
    const code = letter.charCodeAt(0)
    classes[code] = (classes[code] as number) | (1 << index)
  }
}

function isNear(a: number, b: number): boolean {
  return a < 128 && b < 128 && ((classes[a] as number) & (classes[b] as number)) !== 0
}

const longest = 64
const rows = [0, 1, 2].map(() => new Float64Array(longest + 2)) as [Float64Array, Float64Array, Float64Array]

/**
 * The edits between two texts: a letter inserted, deleted, replaced, or swapped with its neighbour. Infinite if there are
 * more than `limit`. With `bySound`, a letter replaced by a near one is half an edit.
 */
export function editsBetween(a: string, b: string, limit: number, bySound = false): number {
  if (a === b) return 0
  // No more letters than the limit can be inserted, so only a band around the diagonal is of interest.
  const band = Math.floor(limit)
  if (Math.abs(a.length - b.length) > band || a.length > longest || b.length > longest) return Infinity
  let [before, previous, current] = rows
  for (let j = 0; j <= Math.min(b.length, band + 1); j++) previous[j] = j <= band ? j : Infinity
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1)
    const from = Math.max(1, i - band)
    const to = Math.min(b.length, i + band)
    current[from - 1] = from === 1 ? i : Infinity
    let least = from === 1 ? i : Infinity
    for (let j = from; j <= to; j++) {
      const other = b.charCodeAt(j - 1)
      let edits = previous[j - 1] as number
      if (letter !== other) {
        edits += bySound && isNear(letter, other) ? 0.5 : 1
        const inserted = (current[j - 1] as number) + 1
        if (inserted < edits) edits = inserted
        const deleted = (previous[j] as number) + 1
        if (deleted < edits) edits = deleted
        if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other) {
          const swapped = (before[j - 2] as number) + 1
          if (swapped < edits) edits = swapped
        }
      }
      current[j] = edits
      if (edits < least) least = edits
    }
    if (to < b.length) current[to + 1] = Infinity
    if (least > limit) return Infinity
    const oldest = before
    before = previous
    previous = current
    current = oldest
  }
  const edits = previous[b.length] as number
  return edits <= limit ? edits : Infinity
}
