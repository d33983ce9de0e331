/**
 * Numbers (ids) by the hash of a key, in two flat arrays: no object per key, and built in linear time without sorting. A
 * bucket may contain ids of other keys, so what is found must be checked.
 */
export interface Buckets {
  /** The ids whose key may have this hash are those from `ids[startOf(hash)]` up to `ids[endOf(hash)]`. */
  ids: Int32Array
  startOf(hash: number): number
  endOf(hash: number): number
  bytes: number
}

/** Collects pairs of hash and id, then `finish` makes the buckets. Both work in small steps between which others can run. */
export function createBucketBuilder() {
  let hashes = new Int32Array(1024)
  let ids = new Int32Array(1024)
  let count = 0

  return {
    add(hash: number, id: number): void {
      if (count === hashes.length) {
        hashes = grown(hashes)
        ids = grown(ids)
      }
      hashes[count] = hash
      ids[count] = id
      count += 1
    },
    *finish(): Generator<void, Buckets> {
      let size = 1024
      while (size < count) size *= 2
      const mask = size - 1
      const starts = new Int32Array(size + 1)
      const step = 100_000
      for (let i = 0; i < count; i++) {
        const bucket = ((hashes[i] as number) & mask) + 1
        starts[bucket] = (starts[bucket] as number) + 1
        if (i % step === 0) yield
      }
      for (let i = 1; i <= size; i++) {
        starts[i] = (starts[i] as number) + (starts[i - 1] as number)
        if (i % step === 0) yield
      }
      const next = starts.slice()
      const sorted = new Int32Array(count)
      for (let i = 0; i < count; i++) {
        const bucket = (hashes[i] as number) & mask
        const at = next[bucket] as number
        sorted[at] = ids[i] as number
        next[bucket] = at + 1
        if (i % step === 0) yield
      }
      hashes = new Int32Array(0)
      ids = hashes
      return {
        bytes: starts.byteLength + sorted.byteLength,
        ids: sorted,
        startOf: (hash) => starts[hash & mask] as number,
        endOf: (hash) => starts[(hash & mask) + 1] as number,
      }
    },
  }
}

export function grown(values: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(values.length * 2)
  larger.set(values)
  return larger
}

/** FNV-1a with a final mix. */
export function hashText(text: string): number {
  let hash = hashStart
  for (let i = 0; i < text.length; i++) hash = hashStep(hash, text.charCodeAt(i))
  return hashEnd(hash)
}

export const hashStart = 0x811c9dc5

export function hashStep(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193)
}

export function hashEnd(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
