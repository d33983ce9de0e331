/** The value at this place if the first `count` values were in order. Changes their order. */
export function valueAt(values: Float32Array | Float64Array, count: number, place: number): number {
  let [low, high] = [0, count - 1]
  while (low < high) {
    const pivot = values[(low + high) >>> 1] as number
    let [left, right] = [low, high]
    while (left <= right) {
      while ((values[left] as number) < pivot) left += 1
      while ((values[right] as number) > pivot) right -= 1
      if (left > right) break
      const value = values[left] as number
      values[left] = values[right] as number
      values[right] = value
      left += 1
      right -= 1
    }
    if (place <= right) high = right
    else if (place >= left) low = left
    else break
  }
  return values[place] as number
}

/** The smallest of these numbers, in order. */
export function firstOf(numbers: readonly number[], count: number): Float64Array {
  const all = Float64Array.from(numbers)
  if (count >= all.length) return all.sort()
  const last = valueAt(all.slice(), all.length, count - 1)
  return all.filter((number) => number <= last).sort()
}
