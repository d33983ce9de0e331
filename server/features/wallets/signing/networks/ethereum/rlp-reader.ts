export interface RlpItem {
  isList: boolean
  /** What is in the string or the list. */
  content: Uint8Array
  /** The item with its prefix. */
  whole: Uint8Array
}

/** Reads a list of RLP and nothing after it. Only the shortest form of each item is accepted, as nodes do. */
export function readRlpList(bytes: Uint8Array): RlpItem[] {
  const list = readItem(bytes)
  if (!list.isList || list.whole.length !== bytes.length) throw new Error('This is not one list of RLP.')
  const items: RlpItem[] = []
  for (let rest = list.content; rest.length > 0; ) {
    const item = readItem(rest)
    items.push(item)
    rest = rest.subarray(item.whole.length)
  }
  return items
}

/** An integer without leading zeros; zero is the empty string. */
export function integerOf({ isList, content }: RlpItem): bigint {
  if (isList || content[0] === 0) throw new Error('This is not an integer of RLP.')
  return content.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
}

function readItem(bytes: Uint8Array): RlpItem {
  const prefix = bytes[0]
  if (prefix === undefined) throw new Error('RLP ends too early.')
  if (prefix < 0x80) return item(bytes, { isList: false, from: 0, length: 1 })
  const isList = prefix >= 0xc0
  const short = prefix - (isList ? 0xc0 : 0x80)
  if (short > 55) return item(bytes, { isList, ...longLength(bytes, short - 55) })
  if (!isList && short === 1 && (bytes[1] ?? 0) < 0x80) throw new Error('RLP has a longer form than needed.')
  return item(bytes, { isList, from: 1, length: short })
}

function longLength(bytes: Uint8Array, digits: number): { from: number; length: number } {
  const from = 1 + digits
  const length = bytes.subarray(1, from).reduce((value, byte) => value * 256 + byte, 0)
  if (bytes[1] === 0 || length <= 55) throw new Error('RLP has a longer form than needed.')
  return { from, length }
}

function item(
  bytes: Uint8Array,
  { isList, from, length }: { isList: boolean; from: number; length: number },
): RlpItem {
  if (from + length > bytes.length) throw new Error('RLP ends too early.')
  return { isList, content: bytes.subarray(from, from + length), whole: bytes.subarray(0, from + length) }
}
