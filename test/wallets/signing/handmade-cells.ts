import { createHash } from 'node:crypto'

export type HandmadeCell = { hash: Buffer; depth: number }

/** The code of wallet v4R2, by hash and depth. */
export const walletCode: HandmadeCell = {
  hash: Buffer.from('feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0', 'hex'),
  depth: 7,
}

export function cell(content: string, refs: HandmadeCell[] = []): HandmadeCell {
  const whole = Math.floor(content.length / 8)
  const isFull = content.length % 8 === 0
  const padded = isFull ? content : content.padEnd(content.length + 1, '1').padEnd((whole + 1) * 8, '0')
  const data = Buffer.from([...padded.matchAll(/.{8}/g)].map(([byte]) => Number.parseInt(byte, 2)))
  const depths = Buffer.alloc(refs.length * 2)
  for (const [index, { depth }] of refs.entries()) depths.writeUInt16BE(depth, index * 2)
  const written = [
    Buffer.of(refs.length, whole * 2 + (isFull ? 0 : 1)),
    data,
    depths,
    ...refs.map(({ hash }) => hash),
  ]
  return {
    hash: createHash('sha256').update(Buffer.concat(written)).digest(),
    depth: refs.reduce((deepest, { depth }) => Math.max(deepest, depth + 1), 0),
  }
}

export function uint(value: number | bigint, length: number): string {
  return value.toString(2).padStart(length, '0')
}

export function bits(bytes: Uint8Array): string {
  return [...bytes].map((byte) => uint(byte, 8)).join('')
}

/** `addr_std` of an address in its friendly form. */
export function standard(friendly: Buffer): string {
  return `100${bits(friendly.subarray(1, 34))}`
}
