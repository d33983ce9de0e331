import type { Command } from './command.ts'

/**
 * All commands, in the order of the help text. Each is loaded when it is called: to load the parts of the service that all of
 * them need would take longer than most of them run.
 */
const loaders = {
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  'parties import': async () => (await import('./parties-import.ts')).partiesImportCommand,
  'parties status': async () => (await import('./parties-status.ts')).partiesStatusCommand,
  'parties generate': async () => (await import('./parties-generate.ts')).partiesGenerateCommand,
  'screening import': async () => (await import('./screening-import.ts')).screeningImport,
  'screening status': async () => (await import('./screening-status.ts')).screeningStatus,
  'screening check': async () => (await import('./screening-check.ts')).screeningCheck,
  'vault status': async () => (await import('./vault-status.ts')).vaultStatus,
  'vault split': async () => (await import('./vault-split.ts')).vaultSplit,
  'vault drill': async () => (await import('./vault-drill.ts')).vaultDrill,
  'vault recover': async () => (await import('./vault-recover.ts')).vaultRecover,
  'vault add-slot': async () => (await import('./vault-add-slot.ts')).vaultAddSlot,
  'vault remove-slot': async () => (await import('./vault-remove-slot.ts')).vaultRemoveSlot,
  'vault rotate-key': async () => (await import('./vault-rotate-key.ts')).vaultRotateKey,
  'vault rotate-root': async () => (await import('./vault-rotate-root.ts')).vaultRotateRoot,
  'vault rewrap': async () => (await import('./vault-rewrap.ts')).vaultRewrap,
  'wallets verify': async () => (await import('./wallets-verify.ts')).walletsVerify,
  'transfers list': async () => (await import('./transfers.ts')).transfersList,
  'transfers show': async () => (await import('./transfers.ts')).transfersShow,
  'transfers export': async () => (await import('./transfers.ts')).transfersExport,
  'admin create': async () => (await import('./admin.ts')).adminCreate,
  'admin reset-password': async () => (await import('./admin.ts')).adminResetPassword,
  'admin confirm': async () => (await import('./admin.ts')).adminConfirm,
  'admin enable': async () => (await import('./admin.ts')).adminEnable,
  'admin disable': async () => (await import('./admin.ts')).adminDisable,
  'sessions revoke': async () => (await import('./sessions.ts')).sessionsRevoke,
  'policy show': async () => (await import('./policy.ts')).policyShow,
  'policy check': async () => (await import('./policy.ts')).policyCheck,
  'policy recover': async () => (await import('./policy.ts')).policyRecover,
  'proofs show': async () => (await import('./proofs.ts')).proofsShow,
  'proofs accept': async () => (await import('./proofs.ts')).proofsAccept,
  'rollback show': async () => (await import('./rollback.ts')).rollbackShow,
  'rollback accept': async () => (await import('./rollback.ts')).rollbackAccept,
  'audit verify': async () => (await import('./audit.ts')).auditVerify,
  'audit export': async () => (await import('./audit.ts')).auditExport,
  'audit erase': async () => (await import('./audit-erase.ts')).auditErase,
  'statements import': async () => (await import('./statements.ts')).statementsImport,
  'statements list': async () => (await import('./statements.ts')).statementsList,
  'refunds order': async () => (await import('./payment-files.ts')).refundsOrder,
  'banks import': async () => (await import('./banks.ts')).banksImport,
  'rates import': async () => (await import('./rates.ts')).ratesImport,
  'papers export': async () => (await import('./papers.ts')).papersExport,
  'treasury position': async () => (await import('./treasury.ts')).treasuryPosition,
  'chain import': async () => (await import('./chain.ts')).chainImport,
  'books export': async () => (await import('./books.ts')).booksExport,
  'books verify': async () => (await import('./books.ts')).booksVerify,
  'webhooks status': async () => (await import('./webhooks.ts')).webhooksStatus,
  'webhooks pause': async () => (await import('./webhooks.ts')).webhooksPause,
  'webhooks resume': async () => (await import('./webhooks.ts')).webhooksResume,
  'documents verify': async () => (await import('./documents.ts')).documentsVerifyCommand,
  'documents gc': async () => (await import('./documents.ts')).documentsGcCommand,
  'documents move': async () => (await import('./documents.ts')).documentsMoveCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  'backup verify': async () => (await import('./backup.ts')).backupVerifyCommand,
  restore: async () => (await import('./backup.ts')).restoreCommand,
} as const satisfies Record<string, () => Promise<Command>>

export type CommandName = keyof typeof loaders

export const commandNames = Object.keys(loaders) as CommandName[]

export function loadCommand(name: CommandName): Promise<Command> {
  return loaders[name]()
}
