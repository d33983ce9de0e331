import { encode } from 'uqr'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SigningSwitch } from '../emergency-stop/signing-switch.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import { demandNoStop } from './transfer/organization-stop.ts'
import type { SignedBefore } from './transfer/signed-before.ts'
import { qrTooLarge, statusNotAllowed, transferNotFound } from './transfer/transfer-failures.ts'
import { insertStep, listTogether, lockTransfer } from './transfer/transfer-store.ts'
import { whatIsSent } from './transfer/transfer-traces.ts'

export type ExportService = ReturnType<typeof createExportService>

export interface ExportedTransfer {
  contentType: string
  name: string
  content: string
}

/** The bytes that a QR code of the largest version has in byte mode with error correction L. */
const qrCapacity = 2_953

/** Gives the signed transaction out, as a file or as a QR code. Nothing is given that is not recorded. */
export function createExportService({
  db: pool,
  now,
  organizations,
  signing,
  signedBefore,
}: {
  db: Db
  now: () => Date
  organizations: Pick<OrganizationRecords, 'require'>
  signing: SigningSwitch
  signedBefore: Pick<SignedBefore, 'demandAsSigned'>
}) {
  return {
    /** To be asked right before it is given out: whoever has the bytes can send them. */
    demandRunning: () => signing.demandRunning(pool),

    async export(id: string, format: 'raw' | 'qr', actor: Actor): Promise<ExportedTransfer> {
      const { raw, txId } = await pool.transaction().execute(async (db) => {
        const transfer = await lockTransfer(db, id)
        if (!transfer) throw transferNotFound()
        const { raw, tx_id, status } = transfer
        if (raw === null || tx_id === null || (status !== 'signed' && status !== 'sent'))
          throw statusNotAllowed(status, ['signed', 'sent'])
        await signedBefore.demandAsSigned(db, transfer)
        // Whoever has the bytes can send them, so that a stop keeps them here.
        await signing.demandRunning(db)
        for (const one of await listTogether(db, transfer)) await demandNoStop(db, organizations, one)
        if (format === 'qr' && raw.length > qrCapacity) throw qrTooLarge(raw.length, qrCapacity)
        const at = now()
        await insertStep(db, { transfer_id: transfer.id, step: 'exported', at, by: actor.name, note: null })
        recordChange(db, actor, {
          action: 'transfer.exported',
          object: { type: 'transfer', id: transfer.id },
          organizationId: transfer.organization_id,
          details: { ...whatIsSent(transfer), format },
          at,
        })
        return { raw, txId: tx_id }
      })
      const name = txId.replace(/[^0-9A-Za-z]/g, '').slice(0, 64)
      return format === 'qr'
        ? { contentType: 'image/svg+xml', name: `${name}.svg`, content: qrCode(raw) }
        : { contentType: 'text/plain; charset=utf-8', name: `${name}.txt`, content: raw }
    },
  }
}

/** Dark modules as one path, on white. Each module is a unit. */
function qrCode(text: string): string {
  const { data, size } = encode([...Buffer.from(text)], { ecc: 'L', boostEcc: false, border: 4 })
  const runs = data.flatMap((line, y) =>
    darkRuns(line).map(({ from, to }) => `M${from} ${y}h${to - from}v1H${from}z`),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${runs.join('')}"/></svg>`
}

function darkRuns(line: readonly boolean[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = []
  for (const [x, isDark] of line.entries()) {
    const last = runs.at(-1)
    if (isDark && last?.to === x) last.to = x + 1
    else if (isDark) runs.push({ from: x, to: x + 1 })
  }
  return runs
}
