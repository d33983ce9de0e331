import type { Permission } from './roles.ts'

/** What a policy can keep apart: nobody does the act who did this before. */
export const separations = ['created', 'uploaded', 'took_into_review'] as const
export type Separation = (typeof separations)[number]

interface ActDefinition {
  /** What the act does, to follow "needs approval to". */
  meaning: string
  /** The permission to perform it, and to ask for its approval. */
  permission: Permission
  /** The greatest age of the proof of the person in seconds, unless a rule says otherwise. Null: none is needed. */
  maxAge: number | null
  /** API keys with the permission perform it too, unless a rule asks for what only a person can give. */
  byKeys: boolean
  /** What rules on this act may keep apart. */
  separations: readonly Separation[]
  /** Whether it moves an amount, so that a rule may have conditions and limits on it. */
  hasAmount: boolean
  /** Whether it can remove entries of a list, so that a rule may ask how many. */
  removesEntries: boolean
  /** Whether it is about an organization, so that a limit may be counted by organization. */
  hasOrganization: boolean
  /** With it, one person could make a second one. It needs an approval as soon as any act needs two people. */
  isClosure: boolean
  /** It may be repeated for ten minutes, in the session that asked; other acts are done once. */
  isRepeatable: boolean
  /** It makes a link to set a password. Each vote on it gives its voter half of the link. */
  makesLink: boolean
}

const quarter = 15 * 60
/** For what people do all day. */
const day = 12 * 3600
const plain = {
  maxAge: quarter,
  byKeys: false,
  separations: [],
  hasAmount: false,
  removesEntries: false,
  hasOrganization: false,
  isClosure: false,
  isRepeatable: false,
  makesLink: false,
}
const administration = { ...plain, permission: 'administrators:manage', isClosure: true } as const

/** What people and programs do all day: only a rule asks for more than the permission. */
const daily = { ...plain, maxAge: null, byKeys: true, hasAmount: true } as const

const money = { ...plain, permission: 'requests:approve', hasAmount: true, hasOrganization: true } as const

/** All sensitive acts. Operations declare which act they are, and a policy has rules on acts. */
export const acts = {
  'wallet.reveal': {
    ...plain,
    hasOrganization: true,
    meaning: 'read the mnemonic or the secret keys of an organization',
    permission: 'secrets:read',
    isRepeatable: true,
  },
  'wallet.replace': {
    ...plain,
    hasOrganization: true,
    meaning: 'replace the wallets of an organization',
    permission: 'wallets:create',
  },
  'address.add': {
    ...plain,
    hasOrganization: true,
    meaning: 'add an address that coins may be sent to',
    permission: 'addresses:add',
  },
  'transfer.sign': {
    ...plain,
    hasOrganization: true,
    meaning: 'sign a transfer of coins',
    permission: 'transfers:manage',
    separations: ['created'],
    hasAmount: true,
  },
  'transfer.release': {
    ...plain,
    hasOrganization: true,
    meaning: 'give up a signed transfer',
    permission: 'transfers:manage',
  },
  'signing.start': {
    ...plain,
    meaning: 'start signing again after a stop',
    permission: 'transfers:manage',
  },
  'administrator.create': { ...administration, meaning: 'create an administrator', makesLink: true },
  'administrator.change_role': { ...administration, meaning: 'change the role of an administrator' },
  'administrator.enable': { ...administration, meaning: 'enable an administrator' },
  // It makes nobody able to act, and has to be quick.
  'administrator.disable': {
    ...administration,
    isClosure: false,
    meaning: 'disable an administrator',
  },
  'administrator.reset': { ...administration, meaning: 'reset an administrator', makesLink: true },
  'api_key.create': {
    ...plain,
    meaning: 'create an API key',
    permission: 'api_keys:manage',
    isClosure: true,
  },
  'webhook.save': {
    ...plain,
    meaning: 'create or change a webhook endpoint',
    permission: 'webhooks:manage',
  },
  'request.approve': {
    ...plain,
    hasOrganization: true,
    meaning: 'approve a purchase request',
    permission: 'requests:approve',
    maxAge: day,
    separations: ['created', 'took_into_review'],
    hasAmount: true,
  },
  'payment.record': {
    ...daily,
    hasOrganization: true,
    meaning: 'record money that came',
    permission: 'payments:write',
  },
  'statement.import': {
    ...daily,
    meaning: 'import a bank statement',
    permission: 'payments:write',
  },
  'credit.allocate': {
    ...daily,
    hasOrganization: true,
    meaning: 'use money of a credit for a purchase request',
    permission: 'payments:write',
  },
  'request.complete': {
    ...daily,
    hasOrganization: true,
    meaning: 'record that coins were delivered',
    permission: 'requests:process',
  },
  'request.accept_deviation': {
    ...money,
    meaning: 'accept an underpayment, an overpayment or a payer who is not the organization',
  },
  'payment.reverse': { ...money, meaning: 'reverse a payment' },
  'request.refund': { ...money, meaning: 'pay money back' },
  'refund.reverse': { ...money, meaning: 'reverse a refund' },
  'delivery.reverse': { ...money, meaning: 'reverse a delivery' },
  'document.review': {
    ...plain,
    hasOrganization: true,
    meaning: 'review a document',
    permission: 'documents:review',
    maxAge: day,
    separations: ['uploaded'],
  },
  'organization.decide_kyb': {
    ...plain,
    hasOrganization: true,
    meaning: 'decide the KYB status of an organization',
    permission: 'organizations:decide_kyb',
    maxAge: day,
    separations: ['created'],
  },
  'screening.decide': {
    ...plain,
    hasOrganization: true,
    meaning: 'dismiss or confirm a screening hit',
    permission: 'organizations:decide_kyb',
    maxAge: day,
  },
  'screening.import': {
    ...plain,
    meaning: 'import a sanctions list',
    permission: 'desk:manage',
    maxAge: day,
    removesEntries: true,
  },
  'policy.change': {
    ...plain,
    meaning: 'change the policy',
    permission: 'policy:change',
    isClosure: true,
  },
} as const satisfies Record<string, ActDefinition>

export type Act = keyof typeof acts
export const actNames = Object.keys(acts) as Act[]

export function definitionOf(act: Act): ActDefinition {
  return acts[act]
}

/** Acts that need an approval as soon as any rule asks for two people. */
export const closureActs = actNames.filter((act) => acts[act].isClosure)
