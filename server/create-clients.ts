import { consoleUrl } from './config.ts'
import type { Access } from './create-access.ts'
import type { Platform, ServiceOptions } from './create-platform.ts'
import type { Feature } from './feature.ts'
import { createAddressBookFeature } from './features/address-book/address-book-feature.ts'
import { bookDestinations } from './features/address-book/book-destinations.ts'
import { createBanksFeature } from './features/banks/banks-feature.ts'
import { createChainNodesFeature } from './features/chain-nodes/chain-nodes-feature.ts'
import { createBankDetailsFollower } from './features/documents/bank-details.ts'
import { createDocumentsFeature } from './features/documents/documents-feature.ts'
import { createExpiryFollower } from './features/documents/expired-documents.ts'
import { createSigningFeature } from './features/emergency-stop/signing-feature.ts'
import { createOrganizationPeopleFeature } from './features/organization-people/organization-people-feature.ts'
import { peopleNames } from './features/organization-people/people-names.ts'
import { createKybSuspension } from './features/organizations/kyb-suspension.ts'
import { createOrganizationRecords } from './features/organizations/organization-records.ts'
import { createOrganizationWriter } from './features/organizations/organization-writer.ts'
import { createOrganizationsFeature } from './features/organizations/organizations-feature.ts'
import { createOwnOrganizations } from './features/organizations/own-organizations.ts'
import { createPartiesFeature } from './features/parties/parties-feature.ts'
import { deliveredTo } from './features/purchase-requests/delivered-addresses.ts'
import { walletDeliveries } from './features/purchase-requests/deliveries/wallet-deliveries.ts'
import { requestDestinations } from './features/purchase-requests/request-destinations.ts'
import { readPartyProgress } from './features/screening/party-progress.ts'
import { createPartyScreeningFeature } from './features/screening/party-screening-feature.ts'
import { createScreeningFeature } from './features/screening/screening-feature.ts'
import { signedTransfersTo } from './features/transfers/signed-transfers.ts'
import { walletTransfers } from './features/transfers/wallet-transfers.ts'
import { walletAcquisitions } from './features/treasury/wallet-acquisitions.ts'
import { createWalletsFeature } from './features/wallets/wallets-feature.ts'

/** The companies that are served: found, onboarded, screened, with documents, wallets and addresses. */
export async function createClients(
  platform: Platform,
  access: Access,
  { config, inspectionMs }: Pick<ServiceOptions, 'config' | 'inspectionMs'>,
) {
  const { authorization } = access.control
  const parties = createPartiesFeature(platform, { dataDir: config.dataDir })
  const records = createOrganizationRecords(platform)
  const ownOrganizations = createOwnOrganizations(platform)
  const writer = createOrganizationWriter({ ...platform, records, parties: parties.service })
  const screening = createScreeningFeature(platform, {
    maxAgeSeconds: config.screeningMaxAgeSeconds,
    dataDir: config.dataDir,
    readPartyProgress,
    authorization,
  })
  const partyScreening = createPartyScreeningFeature(platform, {
    index: screening.index,
    maxAgeSeconds: config.screeningMaxAgeSeconds,
    organizations: records,
    suspension: createKybSuspension({ ...platform, records }),
    peopleNames,
    authorization,
    destinations: requestDestinations,
    bookEntries: bookDestinations,
  })
  const people = createOrganizationPeopleFeature(platform, {
    organizations: records,
    requisites: writer,
    followers: partyScreening.people,
  })
  const organizations = createOrganizationsFeature(platform, {
    records,
    writer,
    parties: parties.service,
    documents: {
      ...createBankDetailsFollower({ ...platform, organizations: records }),
      ...createExpiryFollower(platform),
    },
    people: people.ofOrganizations,
    screening: partyScreening.screening,
    kybRequires: config.kybRequires,
    authorization,
  })
  const wallets = createWalletsFeature(platform, {
    organizations: records,
    networks: config.networks,
    authorization,
    uses: [walletDeliveries, walletTransfers, walletAcquisitions],
  })
  const chainNodes = await createChainNodesFeature(platform, {
    urls: config.nodeUrls,
    wallets: wallets.generations,
  })
  const addressBook = createAddressBookFeature(platform, {
    organizations: records,
    wallets: wallets.service,
    screening: partyScreening.screening,
    authorization,
    signedTransfersTo,
    deliveredTo,
    installation: consoleUrl(config),
  })
  const signing = createSigningFeature(platform, {
    authorization,
    isEnabled: config.transfersEnabled,
    nodes: chainNodes.networks,
  })
  const documents = createDocumentsFeature(platform, {
    organizations: records,
    holders: {
      findSession: access.authentication.authenticator.findSession,
      holdApiKey: access.administrators.apiKeys.holdActor,
    },
    url: config.documentsUrl,
    dataDir: config.dataDir,
    clamav: config.clamav,
    authorization,
    inspectionMs,
  })
  const features: Feature[] = [
    parties,
    createBanksFeature(platform),
    organizations,
    people,
    wallets,
    chainNodes,
    addressBook,
    signing,
    documents,
    screening,
    partyScreening,
  ]
  return {
    parties,
    records,
    ownOrganizations,
    organizations,
    screening,
    partyScreening,
    wallets,
    chainNodes,
    addressBook,
    signing,
    documents,
    features,
  }
}

export type Clients = Awaited<ReturnType<typeof createClients>>
