import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { StartRefused } from '../server/platform/errors.ts'
import { combineShares, parseShare, type Share, type ShareFault } from '../server/platform/vault/shares.ts'

const faults: Record<ShareFault, string> = {
  not_a_share: 'this is no share: it has 72 letters and digits.',
  mistyped: 'this share was mistyped: its checksum does not fit.',
  newer_format: 'this share was made by a newer version.',
}

/** Takes shares until there are enough. On a terminal nothing typed is shown; a pipe gives one share a line. */
export async function readSlotKeyFromShares(
  input: NodeJS.ReadStream = process.stdin,
  output: NodeJS.WriteStream = process.stderr,
): Promise<Buffer> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: hidden, terminal: input.isTTY === true })
  const shares: Share[] = []
  try {
    ask(output, input, shares)
    for await (const line of lines) {
      if (line.trim() === '') continue
      // Nothing typed is echoed, and so neither is the end of the line.
      output.write(`${input.isTTY ? '\n' : ''}${take(line, shares)}\n`)
      const [first] = shares
      if (first !== undefined && shares.length === first.threshold) return await combined(shares)
      ask(output, input, shares)
    }
  } finally {
    lines.close()
  }
  throw new StartRefused(
    shares[0] === undefined
      ? 'No share was given.'
      : `${shares.length} of ${shares[0].threshold} shares were given: that is not enough.`,
  )
}

function ask(output: NodeJS.WriteStream, input: NodeJS.ReadStream, shares: Share[]): void {
  if (input.isTTY) output.write(`Share ${shares.length + 1} (what you type is not shown): `)
}

/** Adds the share, and says what became of it. */
function take(line: string, shares: Share[]): string {
  const share = parseShare(line)
  if (typeof share === 'string') return faults[share]
  const [first] = shares
  if (first !== undefined && share.slot !== first.slot) return 'this share belongs to another slot.'
  if (shares.some(({ number }) => number === share.number)) return `share ${share.number} was given before.`
  shares.push(share)
  return `share ${share.number} taken, ${shares.length} of ${share.threshold}.`
}

async function combined(shares: Share[]): Promise<Buffer> {
  const slotKey = await combineShares(shares)
  for (const { bytes } of shares) bytes.fill(0)
  if (slotKey === undefined) throw new StartRefused('These shares do not belong together.')
  return slotKey
}
