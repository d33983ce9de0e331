import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { StartRefused } from '../../server/platform/errors.ts'
import { combineShares, parseShare, type Share, type ShareFault } from '../../server/platform/vault/shares.ts'

const faults: Record<ShareFault, string> = {
  not_a_share: 'this is not a share: a share has 72 letters and digits.',
  mistyped: 'this share is mistyped: its checksum is wrong.',
  newer_format: 'this share was created by a newer version.',
}

/** Reads shares until there are enough. On a terminal there is no echo; a pipe contains one share per line. */
export async function readSlotKeyFromShares(
  input: NodeJS.ReadStream = process.stdin,
  output: NodeJS.WriteStream = process.stderr,
): Promise<Buffer> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: hidden, terminal: input.isTTY === true })
  const shares: Share[] = []
  try {
    prompt(output, input, shares)
    for await (const line of lines) {
      if (line.trim() === '') continue
      // Without echo, the line end is not shown either.
      output.write(`${input.isTTY ? '\n' : ''}${addShare(line, shares)}\n`)
      const [first] = shares
      if (first !== undefined && shares.length === first.threshold) return await combine(shares)
      prompt(output, input, shares)
    }
  } finally {
    lines.close()
  }
  throw new StartRefused(
    shares[0] === undefined
      ? 'No share was entered.'
      : `${shares[0].threshold} shares are needed, but only ${shares.length} were entered.`,
  )
}

function prompt(output: NodeJS.WriteStream, input: NodeJS.ReadStream, shares: Share[]): void {
  if (input.isTTY) output.write(`Share ${shares.length + 1} (input is hidden): `)
}

/** Adds the share and returns a message for the terminal. */
function addShare(line: string, shares: Share[]): string {
  const share = parseShare(line)
  if (typeof share === 'string') return faults[share]
  const [first] = shares
  if (first !== undefined && share.slot !== first.slot) return 'this share belongs to another slot.'
  if (shares.some(({ number }) => number === share.number))
    return `share ${share.number} was already entered.`
  shares.push(share)
  return `share ${share.number} accepted, ${shares.length} of ${share.threshold}.`
}

async function combine(shares: Share[]): Promise<Buffer> {
  const slotKey = await combineShares(shares)
  for (const { bytes } of shares) bytes.fill(0)
  if (slotKey === undefined) throw new StartRefused('These shares do not fit together.')
  return slotKey
}
