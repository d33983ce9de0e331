import { existsSync } from 'node:fs'
import { isId } from '../../contract/api/common.ts'
import {
  type TransferListResponse,
  type TransferStatus,
  transferStatuses,
} from '../../contract/wallets/transfers.ts'
import { createApprovalsOf } from '../../server/features/control/approvals/approvals-of.ts'
import { createSigningStandings } from '../../server/features/emergency-stop/signing-standing.ts'
import { createStoredSigningSwitch } from '../../server/features/emergency-stop/stored-signing-switch.ts'
import { readListPage } from '../../server/features/lists/list-pages.ts'
import { createOrganizationRecords } from '../../server/features/organizations/organization-records.ts'
import { createExportService } from '../../server/features/transfers/export-service.ts'
import { createSignedBefore } from '../../server/features/transfers/transfer/signed-before.ts'
import { transferNotFound } from '../../server/features/transfers/transfer/transfer-failures.ts'
import { toTransferDetails } from '../../server/features/transfers/transfer/transfer-response.ts'
import { findTransfer, listSteps } from '../../server/features/transfers/transfer/transfer-store.ts'
import { transferRows } from '../../server/features/transfers/transfer-rows.ts'
import { cli } from '../../server/platform/actor.ts'
import { StartRefused } from '../../server/platform/errors.ts'
import { createDurableFiles } from '../../server/platform/files/durable-files.ts'
import { loggedProofs } from '../../server/platform/proofs/logged-proofs.ts'
import { createProvenTables } from '../../server/platform/proofs/row-proofs.ts'
import { type Call, type Command, UsageError, withDatabase } from '../command/command.ts'
import { beforeRelease } from '../command/release.ts'
import { uncheckedPeople } from '../command/unchecked-people.ts'
import { withVault } from '../command/vault-access.ts'
import { transferLine, transferLines } from './transfer-lines.ts'

const now = () => new Date()
const approvalsOf = createApprovalsOf({ now, people: uncheckedPeople })
const mostListed = 100

export const transfersList: Command = {
  name: 'transfers list',
  summary: 'List transfers, newest first',
  help: `Shows at most ${mostListed}. Amounts are in base units: satoshi, wei, sun, lamport, nanoton, millionths of USDT or USDC.`,
  options: {
    organization: { type: 'string', description: 'Only those of the organization with this id' },
    status: { type: 'string', description: `Only those that are ${transferStatuses.join(', ')}` },
    json: { type: 'boolean', description: 'Print each as one line of JSON, with all fields of the API' },
  },
  run: ({ values, positionals }) => {
    if (positionals.length > 0) throw new UsageError('this command takes no arguments')
    const filter = { ...organizationFilter(values.organization), ...statusFilter(values.status) }
    return withDatabase(async ({ db }) => {
      const list = transferRows({ approvalsOf })
      const reading = { actor: cli('kontor transfers list'), at: now() }
      const page = await readListPage(db, list, { ...filter, limit: mostListed }, reading)
      const transfers = page.items as TransferListResponse['items']
      for (const transfer of transfers) print(values.json ? JSON.stringify(transfer) : transferLine(transfer))
      if (transfers.length === 0 && !values.json) print('There are no such transfers.')
      return 0
    })
  },
}

export const transfersShow: Command = {
  name: 'transfers show',
  summary: 'Show a transfer with its history',
  usage: 'ID',
  help: 'The signed transaction itself is not shown: see kontor transfers export.',
  options: { json: { type: 'boolean', description: 'Print it as JSON, with all fields of the API' } },
  run: (call) => {
    const id = onlyId(call)
    return withDatabase(async ({ db }) => {
      const row = await findTransfer(db, id)
      if (!row) throw transferNotFound()
      const steps = await listSteps(db, id)
      const transfer = toTransferDetails(row, steps, await approvalsOf(db, 'transfer.sign', [id]))
      if (call.values.json) print(JSON.stringify(transfer, null, 2))
      else for (const line of transferLines(transfer)) print(line)
      return 0
    })
  },
}

export const transfersExport: Command = {
  name: 'transfers export',
  summary: 'Write the signed transaction of a transfer, to be sent from another machine',
  usage: 'ID',
  help: 'Whoever has it can have it carried out, but not change it. The export is recorded in the audit log. Nothing is exported while signing is stopped, or while the vault does not open, so that nobody knows whether it is. A file that exists is not overwritten, unless --force is given.',
  options: {
    format: { type: 'string', description: 'raw (text) or qr (a QR code as SVG); default: raw' },
    out: { type: 'string', description: 'File to write; default: standard output' },
    force: { type: 'boolean', description: 'Overwrite the file of --out' },
  },
  run: (call) => {
    const id = onlyId(call)
    const format = exportFormat(call.values.format)
    const replace = call.values.force === true
    const out = call.values.out === undefined ? undefined : String(call.values.out)
    if (out === '') throw new UsageError('--out should be a file')
    if (replace && out === undefined) throw new UsageError('--force is for --out')
    return withDatabase((tools) =>
      withVault(tools, async (vault) => {
        const { db } = tools
        // Looked for before the export is recorded. Should the file come in between, it is not overwritten either.
        if (out !== undefined && !replace && existsSync(out))
          throw new StartRefused(`${out} exists; --force overwrites it.`)
        const proofs = loggedProofs(vault)
        const { exports, content } = await beforeRelease(tools, async (register) => {
          const provenTables = createProvenTables({ proofs, register })
          const exports = createExportService({
            db,
            now,
            organizations: createOrganizationRecords({ now }),
            signing: createStoredSigningSwitch(createSigningStandings(provenTables)),
            signedBefore: createSignedBefore({ proofs, register }),
          })
          const { content } = await exports.export(id, format, cli('transfers export'))
          return { exports, content }
        })
        await exports.demandRunning()
        if (out === undefined) print(content)
        else await createDurableFiles().writeFile(out, content, { mode: 0o600, replace })
        return 0
      }),
    )
  },
}

function onlyId({ positionals }: Call): string {
  const [id, ...rest] = positionals
  if (id === undefined || rest.length > 0) throw new UsageError('exactly one id of a transfer is needed')
  return id
}

function organizationFilter(value: Call['values'][string]): { organization_id?: string } {
  if (value === undefined) return {}
  if (!isId(String(value))) throw new UsageError('--organization should be the id of an organization')
  return { organization_id: String(value) }
}

function statusFilter(value: Call['values'][string]): { status?: TransferStatus } {
  if (value === undefined) return {}
  const status = transferStatuses.find((name) => name === value)
  if (!status) throw new UsageError(`--status should be one of ${transferStatuses.join(', ')}`)
  return { status }
}

function exportFormat(value: Call['values'][string]): 'raw' | 'qr' {
  if (value === undefined || value === 'raw') return 'raw'
  if (value !== 'qr') throw new UsageError('--format should be raw or qr')
  return 'qr'
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
