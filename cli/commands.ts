import { adminConfirm, adminCreate, adminDisable, adminResetPassword } from './admin.ts'
import { auditExport, auditVerify } from './audit.ts'
import { auditErase } from './audit-erase.ts'
import { backupCommand, backupVerifyCommand, restoreCommand } from './backup.ts'
import { booksExport, booksVerify } from './books.ts'
import type { Command } from './command.ts'
import { documentsGcCommand, documentsMoveCommand, documentsVerifyCommand } from './documents.ts'
import { migrateCommand } from './migrate.ts'
import { partiesGenerateCommand } from './parties-generate.ts'
import { partiesImportCommand } from './parties-import.ts'
import { partiesStatusCommand } from './parties-status.ts'
import { policyCheck, policyShow } from './policy.ts'
import { screeningCheck } from './screening-check.ts'
import { screeningImport } from './screening-import.ts'
import { screeningStatus } from './screening-status.ts'
import { sessionsRevoke } from './sessions.ts'
import { statementsImport, statementsList } from './statements.ts'
import { transfersExport, transfersList, transfersShow } from './transfers.ts'
import { vaultAddSlot } from './vault-add-slot.ts'
import { vaultDrill } from './vault-drill.ts'
import { vaultRecover } from './vault-recover.ts'
import { vaultRemoveSlot } from './vault-remove-slot.ts'
import { vaultRewrap } from './vault-rewrap.ts'
import { vaultRotateKey } from './vault-rotate-key.ts'
import { vaultRotateRoot } from './vault-rotate-root.ts'
import { vaultSplit } from './vault-split.ts'
import { vaultStatus } from './vault-status.ts'
import { walletsVerify } from './wallets-verify.ts'
import { webhooksPause, webhooksResume, webhooksStatus } from './webhooks.ts'

/** All commands, in the order of the help text. */
export const commands: readonly Command[] = [
  migrateCommand,
  partiesImportCommand,
  partiesStatusCommand,
  partiesGenerateCommand,
  screeningImport,
  screeningStatus,
  screeningCheck,
  vaultStatus,
  vaultSplit,
  vaultDrill,
  vaultRecover,
  vaultAddSlot,
  vaultRemoveSlot,
  vaultRotateKey,
  vaultRotateRoot,
  vaultRewrap,
  walletsVerify,
  transfersList,
  transfersShow,
  transfersExport,
  adminCreate,
  adminResetPassword,
  adminConfirm,
  adminDisable,
  sessionsRevoke,
  policyShow,
  policyCheck,
  auditVerify,
  auditExport,
  auditErase,
  statementsImport,
  statementsList,
  booksExport,
  booksVerify,
  webhooksStatus,
  webhooksPause,
  webhooksResume,
  documentsVerifyCommand,
  documentsGcCommand,
  documentsMoveCommand,
  backupCommand,
  backupVerifyCommand,
  restoreCommand,
]
