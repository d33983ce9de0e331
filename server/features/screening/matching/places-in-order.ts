const sortedAtOnce = 1_024
const mergedAtOnce = 20_000

/** The place of each text if they were in order. Pauses every few milliseconds. */
export function* placesInOrder(texts: readonly string[]): Generator<void, Int32Array> {
  let order = new Int32Array(texts.length)
  for (let at = 0; at < order.length; at++) order[at] = at
  for (let start = 0; start < order.length; start += sortedAtOnce) {
    order
      .subarray(start, start + sortedAtOnce)
      .sort((a, b) => ((texts[a] as string) < (texts[b] as string) ? -1 : 1))
    yield
  }
  let merged = new Int32Array(texts.length)
  for (let length = sortedAtOnce; length < order.length; length *= 2) {
    for (let start = 0; start < order.length; start += 2 * length) {
      const [middle, end] = [start + length, Math.min(start + 2 * length, order.length)]
      let [left, right] = [start, middle]
      for (let at = start; at < end; at++) {
        const isLeft =
          right >= end ||
          (left < middle &&
            (texts[order[left] as number] as string) < (texts[order[right] as number] as string))
        merged[at] = order[isLeft ? left++ : right++] as number
        if (at % mergedAtOnce === 0) yield
      }
    }
    const previous = order
    order = merged
    merged = previous
  }
  const places = new Int32Array(texts.length)
  for (let at = 0; at < order.length; at++) places[order[at] as number] = at
  return places
}
