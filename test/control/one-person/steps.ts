import { fc } from '../../support/cases/properties.ts'
import { scaled } from '../../support/cases/scale.ts'
import {
  clock,
  createAccount,
  createKey,
  disable,
  enable,
  everybody,
  notOwners,
  ownAccounts,
  passkey,
  promote,
  reset,
  reveal,
  signIn,
  votedLinks,
  wait,
} from './accounts.ts'
import {
  allocate,
  approveRequest,
  completeRequest,
  createRequest,
  deal,
  honestApproval,
  importNames,
  importStatement,
  recordMoney,
  reviewDocument,
  saveWebhook,
  takeBack,
  uploadDocument,
} from './deals.ts'
import { day, hour } from './hand.ts'
import { strictPolicies } from './rules.ts'
import { type Step, step } from './step.ts'
import {
  foundHonestly,
  honestFounding,
  honestPolicy,
  honestVote,
  ownFounding,
  ownPolicy,
  ownVotes,
  realPerson,
  setHonestly,
  voteForOthers,
} from './votes.ts'
import type { Beginning } from './world.ts'

/** What a person can do to become many, while no rule asks for two. */
const preparation: Record<Beginning, fc.Arbitrary<Step>> = {
  founders: fc.oneof(
    createAccount,
    createAccount,
    promote(notOwners),
    reset(notOwners),
    createKey,
    passkey,
    ownFounding,
  ),
  // Whoever they change counts as them from then on, and could not vote.
  accounts: fc.oneof(
    createAccount,
    createAccount,
    promote(ownAccounts),
    reset(ownAccounts),
    createKey,
    passkey,
  ),
}

/** What they do afterwards, beside the work of the others. */
const work = fc.oneof(
  clock,
  signIn,
  passkey,
  createAccount,
  promote(everybody),
  enable,
  reset(everybody),
  disable,
  createKey,
  reveal,
  reveal,
  uploadDocument,
  uploadDocument,
  reviewDocument,
  reviewDocument,
  createRequest,
  createRequest,
  approveRequest,
  approveRequest,
  honestApproval,
  recordMoney,
  recordMoney,
  allocate,
  importStatement,
  completeRequest,
  takeBack,
  deal,
  importNames,
  saveWebhook,
  ownPolicy,
  honestPolicy,
  ownVotes,
  ownVotes,
  ownVotes,
  honestVote,
  honestVote,
  voteForOthers,
  realPerson,
  ownFounding,
  honestFounding,
)

/** A whole run: many accounts, somebody honest sets a policy, weeks pass, and the person tries. */
export function storyFrom(beginning: Beginning): fc.Arbitrary<Step[]> {
  const start: fc.Arbitrary<Step[]> =
    beginning === 'founders'
      ? fc.tuple(
          step('somebody honest proposes founders', strictPolicies, foundHonestly),
          step('somebody honest sets a policy', strictPolicies, setHonestly),
        )
      : fc.tuple(step('somebody honest sets a policy', strictPolicies, setHonestly))
  return fc
    .tuple(
      fc.array(preparation[beginning], { minLength: scaled(2, 4), maxLength: scaled(4, 8) }),
      start,
      // Founders have added a passkey: their votes count a day later.
      fc.tuple(step('wait', fc.constantFrom(25 * hour, 8 * day, 22 * day), wait), votedLinks, deal),
      fc.array(work, { minLength: scaled(5, 25), maxLength: scaled(10, 70), size: 'max' }),
    )
    .map((parts) => parts.flat())
}
