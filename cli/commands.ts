import type { Command } from './command/command.ts'

/**
 * All commands, in the order of the help text. Each is loaded when it is called: to load the parts of the service that all of
 * them need would take longer than most of them run.
 */
const loaders = {
  migrate: async () => (await import('./storage/migrate.ts')).migrateCommand,
  'parties import': async () => (await import('./screening/parties-import.ts')).partiesImportCommand,
  'parties status': async () => (await import('./screening/parties-status.ts')).partiesStatusCommand,
  'parties generate': async () => (await import('./screening/parties-generate.ts')).partiesGenerateCommand,
  'screening import': async () => (await import('./screening/screening-import.ts')).screeningImport,
  'screening status': async () => (await import('./screening/screening-status.ts')).screeningStatus,
  'screening check': async () => (await import('./screening/screening-check.ts')).screeningCheck,
  'vault status': async () => (await import('./vault/vault-status.ts')).vaultStatus,
  'vault split': async () => (await import('./vault/vault-split.ts')).vaultSplit,
  'vault drill': async () => (await import('./vault/vault-drill.ts')).vaultDrill,
  'vault recover': async () => (await import('./vault/vault-recover.ts')).vaultRecover,
  'vault add-slot': async () => (await import('./vault/vault-add-slot.ts')).vaultAddSlot,
  'vault remove-slot': async () => (await import('./vault/vault-remove-slot.ts')).vaultRemoveSlot,
  'vault rotate-key': async () => (await import('./vault/vault-rotate-key.ts')).vaultRotateKey,
  'vault rotate-root': async () => (await import('./vault/vault-rotate-root.ts')).vaultRotateRoot,
  'vault rewrap': async () => (await import('./vault/vault-rewrap.ts')).vaultRewrap,
  'wallets verify': async () => (await import('./vault/wallets-verify.ts')).walletsVerify,
  'transfers list': async () => (await import('./books/transfers.ts')).transfersList,
  'transfers show': async () => (await import('./books/transfers.ts')).transfersShow,
  'transfers export': async () => (await import('./books/transfers.ts')).transfersExport,
  'admin create': async () => (await import('./control/admin.ts')).adminCreate,
  'admin reset-password': async () => (await import('./control/admin.ts')).adminResetPassword,
  'admin confirm': async () => (await import('./control/admin.ts')).adminConfirm,
  'admin enable': async () => (await import('./control/admin.ts')).adminEnable,
  'admin disable': async () => (await import('./control/admin.ts')).adminDisable,
  'sessions revoke': async () => (await import('./control/sessions.ts')).sessionsRevoke,
  'policy show': async () => (await import('./control/policy.ts')).policyShow,
  'policy check': async () => (await import('./control/policy.ts')).policyCheck,
  'policy recover': async () => (await import('./control/policy.ts')).policyRecover,
  'proofs show': async () => (await import('./control/proofs.ts')).proofsShow,
  'proofs accept': async () => (await import('./control/proofs.ts')).proofsAccept,
  'rollback show': async () => (await import('./control/rollback.ts')).rollbackShow,
  'rollback accept': async () => (await import('./control/rollback.ts')).rollbackAccept,
  'audit verify': async () => (await import('./control/audit.ts')).auditVerify,
  'audit export': async () => (await import('./control/audit.ts')).auditExport,
  'audit erase': async () => (await import('./control/audit-erase.ts')).auditErase,
  'statements import': async () => (await import('./books/statements.ts')).statementsImport,
  'statements list': async () => (await import('./books/statements.ts')).statementsList,
  'refunds order': async () => (await import('./books/payment-files.ts')).refundsOrder,
  'banks import': async () => (await import('./books/banks.ts')).banksImport,
  'rates import': async () => (await import('./books/rates.ts')).ratesImport,
  'papers export': async () => (await import('./books/papers.ts')).papersExport,
  'treasury position': async () => (await import('./books/treasury.ts')).treasuryPosition,
  'chain import': async () => (await import('./books/chain.ts')).chainImport,
  'books export': async () => (await import('./books/books.ts')).booksExport,
  'books verify': async () => (await import('./books/books.ts')).booksVerify,
  'books checklist': async () => (await import('./books/close.ts')).booksChecklist,
  'books reconciliation': async () => (await import('./books/close.ts')).booksReconciliation,
  'webhooks status': async () => (await import('./webhooks.ts')).webhooksStatus,
  'webhooks pause': async () => (await import('./webhooks.ts')).webhooksPause,
  'webhooks resume': async () => (await import('./webhooks.ts')).webhooksResume,
  'documents verify': async () => (await import('./storage/documents.ts')).documentsVerifyCommand,
  'documents gc': async () => (await import('./storage/documents.ts')).documentsGcCommand,
  'documents move': async () => (await import('./storage/documents.ts')).documentsMoveCommand,
  backup: async () => (await import('./storage/backup.ts')).backupCommand,
  'backup verify': async () => (await import('./storage/backup.ts')).backupVerifyCommand,
  restore: async () => (await import('./storage/backup.ts')).restoreCommand,
} as const satisfies Record<string, () => Promise<Command>>

export type CommandName = keyof typeof loaders

export const commandNames = Object.keys(loaders) as CommandName[]

export function loadCommand(name: CommandName): Promise<Command> {
  return loaders[name]()
}
