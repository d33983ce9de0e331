/**
 * Files that `npm test` leaves out, so that it takes four minutes on two cores. `npm run test:rest` runs them in the same
 * size, and the build machine after `npm test`; `npm run test:full` runs all files. Of each promise at least one case
 * stays in `npm test`: beside each group stands where. They run by name, too.
 */
export const restOfTests = [
  // Rows that somebody invents in the database: test/proofs/inventions, invented-decisions, invented-transfers.
  'test/address-book/invented-entries.test.ts',
  'test/audit/invented-in-the-database.test.ts',
  'test/authentication/invented-people.test.ts',
  'test/control/invented-permissions.test.ts',
  'test/signing/invented-start.test.ts',
  'test/wallets/invented-wallets.test.ts',
  // A genuine audit log is found genuine: all others that call `kontor audit verify`.
  'test/audit/honest-history.test.ts',
  'test/audit/scheduled-verification.test.ts',
  // Processes that are killed or watched: test/service/start-and-stop, stop, launch, test/vault/vault-rotate-root.
  'test/db/embedded.test.ts',
  'test/kills/kills.test.ts',
  'test/service/watchdog.test.ts',
  // Data of earlier releases: test/upgrades/releases.
  'test/upgrades/approved-before-proofs.test.ts',
  'test/upgrades/index-building.test.ts',
  'test/upgrades/requests-of-1.0.0.test.ts',
  'test/upgrades/rolling-upgrade.test.ts',
  // Commands, whose services are tested over HTTP: test/vault/vault-cli, test/control/policy-cli.
  'test/administrators/proofs-cli.test.ts',
  'test/authentication/auth-cli.test.ts',
  'test/screening/screening-cli.test.ts',
  'test/transfers/transfers-cli.test.ts',
  // One person alone, or many: test/control/founding, approvals, test/address-book/poisoned-addresses.
  'test/address-book/many-trusted-addresses.test.ts',
  'test/control/one-person.test.ts',
  'test/control/walks.test.ts',
  // Keys that are replaced: test/vault/vault-rotate-root.
  'test/vault/keys-by-purpose.test.ts',
  'test/vault/proof-renewal.test.ts',
  // Answers of nodes, providers and mail servers: hostile-node, test/single-sign-on/sso-sign-in, test/mail/mail.
  'test/chain-nodes/node-answers.test.ts',
  'test/db/notification-delivery.test.ts',
  'test/mail/every-kind.test.ts',
  'test/single-sign-on/sso-logout.test.ts',
  // Every byte of what is signed: test/wallets/signing/ton, bitcoin, solana, test/wallets/derivation.
  'test/wallets/signing/ethereum.test.ts',
  'test/wallets/signing/solana-bytes.test.ts',
  'test/wallets/signing/ton-bytes.test.ts',
  'test/wallets/signing/tron.test.ts',
  // Filters of all lists: test/views/views, test/exports.
  'test/views/document-list.test.ts',
  'test/views/payment-list.test.ts',
  'test/views/transfer-list.test.ts',
  // Proofs and screening of entries, parties that cannot be compared: test/address-book/address-book, test/screening.
  'test/address-book/address-challenges.test.ts',
  'test/address-book/book-screening.test.ts',
  'test/screening/failed-parties.test.ts',
  'test/parties/party-search-oracle.test.ts',
  // Approvals at the same time: test/control/approvals, test/purchase-requests/purchase-request-race.
  'test/control/approval-races.test.ts',
  // Programs of others: npm run check:binaries.
  'test/service/binaries.test.ts',
]
