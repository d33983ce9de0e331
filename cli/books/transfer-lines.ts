import type { TransferDetailsResponse, TransferResponse } from '../../contract/wallets/transfers.ts'

/** A transfer on one line. */
export function transferLine(transfer: TransferResponse): string {
  const { id, created_at, status, network, from_address, to_address, memo } = transfer
  return `${id}  ${created_at}  ${status.padEnd(9)}  ${network}: ${sent(transfer)} from ${from_address} to ${to_address}${memo === null ? '' : ` (memo ${memo})`}`
}

/** A transfer with its history, for people. */
export function transferLines(transfer: TransferDetailsResponse): string[] {
  const { signature, effect } = transfer
  const rows: [string, string | number | null][] = [
    ['Transfer', transfer.id],
    ['Organization', transfer.organization_id],
    ['Status', transfer.status],
    ['Network', transfer.network],
    ['Amount', `${sent(transfer)} (base units)`],
    ['From', `${transfer.from_address} (generation ${transfer.from_generation})`],
    [
      'To',
      `${transfer.to_address}${transfer.to_label === null ? ', an own wallet' : ` (${transfer.to_label})`}`,
    ],
    ['Memo', transfer.memo],
    ['Fee ceiling', transfer.fee_ceiling],
    ['Reason', transfer.reason],
    ['Purchase request', transfer.request_id],
    ['Replaces', transfer.replaces],
    ['Replaced by', transfer.replaced_by],
    ['Digest', transfer.digest],
    ['Approval', transfer.approval_id],
    ['Transaction', signature?.tx_id ?? null],
    ['Signed', signature && `${signature.signed_at} by ${signature.signed_by}`],
    ['Signed amount', signature?.amount ?? null],
    ['Highest fee', signature?.fee ?? null],
    ['Spends', signature?.spends.join(', ') ?? null],
    ['Valid until', signature?.valid_until ?? null],
    ['Effect', effect && `${effect.result}, ${effect.confirmations} confirmations${problemOf(effect)}`],
    ['Evidence', transfer.evidence],
  ]
  const known = rows.filter(([, value]) => value !== null)
  const width = Math.max(...known.map(([name]) => name.length))
  const steps = transfer.timeline.map(
    ({ step, at, by, note }) =>
      `  ${at}  ${step}${by === null ? '' : ` by ${by}`}${note === null ? '' : `: ${oneLine(note)}`}`,
  )
  return [
    ...known.map(([name, value]) => `${name.padEnd(width)}  ${oneLine(String(value))}`),
    'History',
    ...steps,
  ]
}

function sent({ amount, asset }: TransferResponse): string {
  return `${amount} ${asset}`
}

function problemOf({ problem }: NonNullable<TransferResponse['effect']>): string {
  return problem === null ? '' : `: ${problem}`
}

/** What people typed must not look like lines of the command, nor control a terminal. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}
