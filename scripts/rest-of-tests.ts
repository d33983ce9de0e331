import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './installation.mjs'

/**
 * Files that `npm test` leaves out, so that it takes four minutes on two cores. `npm run test:rest` runs them in the same
 * size, and the build machine after `npm test`; `npm run test:full` runs all files. Of each promise at least one case
 * stays in `npm test`: beside each group stands where. They run by name, too.
 */
export const restOfTests = [
  // Rows that somebody invents in the database: test/proofs/inventions.
  'test/address-book/invented-entries.test.ts',
  'test/address-book/proven-addresses.test.ts',
  'test/administrators/proven-changes.test.ts',
  'test/audit/invented-in-the-database.test.ts',
  'test/audit/proven-rows.test.ts',
  'test/authentication/invented-people.test.ts',
  'test/authentication/invented-sessions.test.ts',
  'test/control/decisions.test.ts',
  'test/control/invented-permissions.test.ts',
  'test/purchase-requests/invented-decisions.test.ts',
  'test/signing/invented-start.test.ts',
  'test/transfers/invented-transfers.test.ts',
  'test/wallets/invented-wallets.test.ts',
  'test/single-sign-on/invented-identities.test.ts',
  'test/service/still-possible.test.ts',
  // A genuine audit log is found genuine: all others that call `kontor audit verify`.
  'test/audit/honest-history.test.ts',
  'test/audit/scheduled-verification.test.ts',
  'test/authentication/passkey-verify.test.ts',
  'test/single-sign-on/sso-audit.test.ts',
  // Walks over all operations, objects, lists or headers: test/http/interface-walk, odd-input, http-kernel,
  // test/changes/changes, test/close/close, test/views/views, test/control/policy and approvals,
  // test/purchase-requests/purchase-request-moves. Nothing secret is written: test/vault/vault-cli,
  // test/backup/backup, test/wallets/wallet-generations.
  'test/changes/changed-by-operations.test.ts',
  'test/changes/read-by-id.test.ts',
  'test/close/closed-days-walk.test.ts',
  'test/control/order.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/http/head.test.ts',
  'test/http/strict-parameters.test.ts',
  'test/purchase-requests/purchase-request-next-steps.test.ts',
  'test/service/secrets-nowhere.test.ts',
  'test/views/cursors.test.ts',
  // Histories that a seed chooses, against a model: test/changes/changes, test/deals/money, test/books/hledger,
  // test/audit/checkpoint-releases, test/authentication, test/webhooks/webhooks, test/documents/documents,
  // test/parties, test/screening, test/purchase-requests/purchase-request-list.
  'test/changes/interleavings.test.ts',
  'test/deals/deal-walks.test.ts',
  'test/disk/disk-documents.test.ts',
  'test/parties/organization-index.test.ts',
  'test/parties/party-generations.test.ts',
  'test/parties/register-index.test.ts',
  'test/plan/months.test.ts',
  'test/purchase-requests/purchase-request-pages.test.ts',
  'test/screening/shared-names.test.ts',
  'test/simulation/checkpoint-simulation.test.ts',
  'test/simulation/delivery-simulation.test.ts',
  'test/simulation/throttle-simulation.test.ts',
  // Processes that are killed or watched: test/service/start-and-stop, launch, test/vault/vault-rotate-root.
  'test/backup/left-backups.test.ts',
  'test/db/embedded.test.ts',
  'test/kills/kills.test.ts',
  'test/service/frozen-node.test.ts',
  'test/service/stop.test.ts',
  'test/service/watchdog.test.ts',
  'test/documents/documents-store-away.test.ts',
  'test/register/accepted-rows.test.ts',
  'test/service/services-away.test.ts',
  'test/transfers/stock-node.test.ts',
  // Data of earlier releases: test/upgrades/releases.
  'test/upgrades/approved-before-proofs.test.ts',
  'test/upgrades/index-building.test.ts',
  'test/upgrades/requests-of-1.0.0.test.ts',
  'test/upgrades/rolling-upgrade.test.ts',
  'test/statements/earlier-data.test.ts',
  // Commands, whose services are tested over HTTP: test/vault/vault-cli, test/control/policy-cli.
  'test/administrators/proofs-cli.test.ts',
  'test/authentication/auth-cli.test.ts',
  'test/screening/screening-cli.test.ts',
  'test/statements/statements-cli.test.ts',
  'test/transfers/transfers-cli.test.ts',
  // One person alone, or many, and what they approve: test/control/founding, approvals, policy, test/address-book/poisoned-addresses.
  'test/address-book/alike-addresses.test.ts',
  'test/address-book/many-trusted-addresses.test.ts',
  'test/control/one-person.test.ts',
  'test/control/walks.test.ts',
  'test/address-book/address-policy.test.ts',
  'test/control/approvals-by-asker.test.ts',
  'test/control/link-halves.test.ts',
  'test/control/money-in.test.ts',
  'test/deals/deal-approvals.test.ts',
  'test/transfers/transfer-control.test.ts',
  // Keys that are replaced: test/vault/vault-rotate-root.
  'test/vault/keys-by-purpose.test.ts',
  'test/vault/proof-renewal.test.ts',
  // Answers of nodes, providers and mail servers: hostile-node, test/single-sign-on/sso-sign-in, test/mail/mail.
  'test/chain-nodes/node-answers.test.ts',
  'test/db/notification-delivery.test.ts',
  'test/http/slow-clients.test.ts',
  'test/mail/every-kind.test.ts',
  'test/mail/mail-hanging.test.ts',
  'test/single-sign-on/sso-logout.test.ts',
  // Every byte of what is signed: test/wallets/signing/ton, bitcoin, solana, test/wallets/derivation, test/transfers/transfers.
  'test/transfers/transfer-networks.test.ts',
  'test/wallets/signing/ethereum.test.ts',
  'test/wallets/signing/solana-bytes.test.ts',
  'test/wallets/signing/solana-tokens.test.ts',
  'test/wallets/signing/ton-bytes.test.ts',
  'test/wallets/signing/ton-tokens.test.ts',
  'test/wallets/signing/tron.test.ts',
  // Filters of all lists: test/views/views, test/exports/exports.
  'test/exports/exported-rows.test.ts',
  'test/views/document-list.test.ts',
  'test/views/filtered-lists.test.ts',
  'test/views/payment-list.test.ts',
  'test/views/transfer-list.test.ts',
  // Proofs and screening of entries, parties that cannot be compared: test/address-book/address-book, test/screening.
  'test/address-book/address-challenges.test.ts',
  'test/address-book/book-screening.test.ts',
  'test/screening/failed-parties.test.ts',
  'test/screening/book-worker.test.ts',
  'test/screening/list-generations.test.ts',
  'test/screening/same-results.test.ts',
  'test/parties/party-search-oracle.test.ts',
  // At the same time: test/control/approvals, test/purchase-requests/purchase-request-race, test/transfers/transfers,
  // test/wallets/wallet-generations-race, test/webhooks/webhooks.
  'test/control/approval-races.test.ts',
  'test/deals/races.test.ts',
  'test/documents/documents-race.test.ts',
  'test/transfers/transfer-spends.test.ts',
  'test/wallets/wallets-race.test.ts',
  'test/webhooks/webhook-lanes.test.ts',
  'test/authentication/auth-nodes.test.ts',
  'test/authentication/auth-races.test.ts',
  'test/http/unknown-credentials.test.ts',
  // Coins of the desk on bad days, what screening and a node say of them, and at random: test/transfers/stock, batches,
  // transfers, test/treasury.
  'test/transfers/stock-bad-days.test.ts',
  'test/treasury/treasury-walks.test.ts',
  'test/transfers/batch-list.test.ts',
  'test/transfers/fuel.test.ts',
  'test/transfers/transfer-effects.test.ts',
  'test/transfers/transfer-screening.test.ts',
  'test/transfers/transfers-off.test.ts',
  'test/treasury/results.test.ts',
  // Papers and files: test/papers/papers, reconciliation, test/documents/documents, documents-bad-input, test/statements/import.
  'test/documents/documents-inspection.test.ts',
  'test/documents/documents-scanner.test.ts',
  'test/documents/documents-upkeep.test.ts',
  'test/papers/archive.test.ts',
  'test/papers/own-organizations.test.ts',
  'test/papers/vat.test.ts',
  'test/statements/bad-input.test.ts',
  // Programs of others: npm run check:binaries. The package of the client: test/client/changes, webhook.
  'test/client/package.test.ts',
  'test/service/binaries.test.ts',
]

/** Files of which `npm test` runs a part: they say so with test/support/cases/thorough.ts. */
export function partsOfTests(): string[] {
  const files = globSync('test/**/*.test.ts', { cwd: root })
  return files
    .filter((file) => readFileSync(join(root, file), 'utf8').includes('support/cases/thorough.ts'))
    .sort()
}
