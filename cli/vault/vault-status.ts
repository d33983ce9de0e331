import type { SealedReason } from '../../contract/control/vault.ts'
import { isOfOrganizations } from '../../server/platform/vault/purposes.ts'
import { countRecords, outdated, underSingleKey } from '../../server/platform/vault/rewrap.ts'
import { TokenFault, type TokenReason } from '../../server/platform/vault/token-tool.ts'
import { unlockWithAvailableKeys } from '../../server/platform/vault/unlock.ts'
import { isBackedUp } from '../../server/platform/vault/vault-status.ts'
import { countDataKeys, countSingleKeys, listSlots } from '../../server/platform/vault/vault-store.ts'
import { sealedColumns } from '../../server/sealed-columns.ts'
import { type Command, withDatabase } from '../command/command.ts'
import { requireVault, sentenceOf, vaultConfig } from '../command/vault-access.ts'

export const vaultStatus: Command = {
  name: 'vault status',
  summary: 'Show whether the vault opens, its slots, and when they were tested',
  help: 'The exit code is 0 if the vault opens and a drill has tested another slot, otherwise 1.',
  options: { json: { type: 'boolean', description: 'Print JSON' } },
  run: ({ values }) =>
    withDatabase(async ({ db, config }) => {
      await requireVault(db)
      const result = await unlockWithAvailableKeys(db, vaultConfig(config))
      const openedWith = 'root' in result ? result.slotId : undefined
      if ('root' in result) result.root.key.fill(0)
      const fault = 'root' in result ? result.tokenFault : result.error
      const slots = await listSlots(db)
      const underSingleKeys = await countRecords(db, sealedColumns.filter(isOfOrganizations), underSingleKey)
      const status = {
        state: openedWith ? 'open' : 'sealed',
        sealed_because: 'sealed' in result ? result.sealed : null,
        token_fault: fault instanceof TokenFault ? fault.reason : null,
        backed_up: isBackedUp(slots, openedWith),
        slots: slots.map((slot) => ({ ...slot, in_use: slot.id === openedWith })),
        data_keys: await countDataKeys(db),
        records_under_retired_keys: (await countRecords(db, sealedColumns, outdated)) - underSingleKeys,
        single_keys: await countSingleKeys(db),
        records_under_single_keys: underSingleKeys,
      }
      process.stdout.write(values.json ? `${JSON.stringify(status, null, 2)}\n` : describe(status, fault))
      return status.state === 'open' && status.backed_up ? 0 : 1
    }),
}

type Status = {
  state: string
  sealed_because: SealedReason | null
  token_fault: TokenReason | null
  backed_up: boolean
  slots: (Awaited<ReturnType<typeof listSlots>>[number] & { in_use: boolean })[]
  data_keys: { active: number; retired: number }
  records_under_retired_keys: number
  single_keys: number
  records_under_single_keys: number
}

function describe(status: Status, fault: unknown): string {
  const slots = status.slots.map((slot) => {
    const { id, drilled_at, created_at, in_use } = slot
    const what = describeSlot(slot)
    const drilled = drilled_at ? `drilled ${day(drilled_at)}` : 'never drilled'
    return `  ${id}  ${what}, created ${day(created_at)}, ${drilled}${in_use ? ', in use' : ''}`
  })
  const advice = [
    status.sealed_because && sentenceOf(status.sealed_because, fault),
    !status.sealed_because && status.token_fault && sentenceOf(status.token_fault, fault),
    !status.backed_up &&
      'No second slot has been tested: create one (`kontor vault split`) and test it (`kontor vault drill`).',
    status.records_under_retired_keys > 0 &&
      'Some records are encrypted with retired keys: run `kontor vault rewrap`.',
    status.single_keys > 0 &&
      'The service encrypts these records with keys by purpose, and destroys the keys of before an hour later.',
  ].filter((line) => typeof line === 'string')
  return [
    `The vault is ${status.state}.`,
    `Slots (${slots.length}):`,
    ...slots,
    `Data keys: ${status.data_keys.active} active, ${status.data_keys.retired} retired; ` +
      `${status.records_under_retired_keys} records encrypted with retired keys.`,
    `Organizations with one key for everything, as up to 1.1.0: ${status.single_keys}; ` +
      `${status.records_under_single_keys} records encrypted with these keys.`,
    ...advice,
    '',
  ].join('\n')
}

/** How a slot opens, in a few words. */
export function describeSlot({
  kind,
  threshold,
  shares,
  token,
  token_key,
}: Pick<Status['slots'][number], 'kind' | 'threshold' | 'shares' | 'token' | 'token_key'>): string {
  if (kind === 'shares') return `any ${threshold} of ${shares} shares`
  return kind === 'pkcs11' ? `pkcs11, key ${token_key} of token ${token}` : kind
}

function day(at: Date): string {
  return at.toISOString().slice(0, 10)
}
