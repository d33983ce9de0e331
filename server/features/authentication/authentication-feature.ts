import type { FastifyInstance } from 'fastify'
import type { DeferredAudit } from '../../platform/audit/deferred-audit.ts'
import type { AuditProofs } from '../../platform/audit-proofs/audit-proofs.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { AdministratorsFeature } from '../administrators/administrators-feature.ts'
import { isApiKey } from '../administrators/api-keys/api-key-service.ts'
import { createAccountService } from './account-service.ts'
import { authRoutes } from './auth-routes.ts'
import { createAuthenticator } from './authenticator.ts'
import { createHousekeepingJob } from './housekeeping.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import type { PasskeyProofs } from './passkeys/passkey-proofs.ts'
import { createPasskeyService } from './passkeys/passkey-service.ts'
import { createAccessTokens } from './sessions/access-tokens.ts'
import type { SessionCheck } from './sessions/session-check.ts'
import type { SessionProofs } from './sessions/session-proofs.ts'
import { createSessionService } from './sessions/session-service.ts'
import type { SessionRules } from './sessions/session-store.ts'
import { createPasskeyProof } from './sign-in/passkey-proof.ts'
import { createProof } from './sign-in/proof.ts'
import { createSetPasswordService } from './sign-in/set-password-service.ts'
import { createSignInService } from './sign-in/sign-in-service.ts'
import { createSignInThrottle } from './sign-in/sign-in-throttle.ts'
import { createThrottleStore } from './sign-in/throttle-store.ts'

export async function createAuthenticationFeature(
  platform: {
    db: Db
    now: () => Date
    days: Days
    vault: Vault
    audit: DeferredAudit
    auditProofs: AuditProofs
    provenTables: ProvenTables
    jobs: Jobs
  },
  {
    administrators: { passwords, links, apiKeys, firstOwner },
    sessionCheck: check,
    sessionRules: rules,
    sessionProofs: proofs,
    passkeyProofs,
    publicUrl,
  }: {
    administrators: Pick<AdministratorsFeature, 'passwords' | 'links' | 'apiKeys' | 'firstOwner'>
    sessionCheck: SessionCheck
    sessionRules: SessionRules
    sessionProofs: SessionProofs
    passkeyProofs: PasskeyProofs
    publicUrl: string | null
  },
) {
  const tokens = await createAccessTokens({ ...platform, proofs, issuer: 'kontor' })
  const authenticator = createAuthenticator({
    tokens,
    sessions: check,
    keys: { isKey: isApiKey, authenticate: apiKeys.authenticate },
  })
  const throttle = createSignInThrottle({ store: createThrottleStore(platform.db), now: platform.now })
  const { secondFactorRoles } = rules
  const proof = createProof({ ...platform, passwords, throttle })
  const sessions = createSessionService({ ...platform, tokens, proofs, check, rules })
  const signIn = createSignInService({
    ...platform,
    proof,
    passkeyProof: createPasskeyProof({ ...platform, proofs: passkeyProofs, throttle }),
    secondFactorRoles,
    sessions,
    check,
    onSignIn: firstOwner.signedIn,
  })
  const passwordLinks = createSetPasswordService({ ...platform, passwords, links, throttle })
  const account = createAccountService({ ...platform, proof, passwords, check, secondFactorRoles })
  const passkeys = createPasskeyService({ ...platform, check, proofs: passkeyProofs, secondFactorRoles })
  platform.jobs.every(tokens.job)
  platform.jobs.every(createHousekeepingJob(platform))
  return {
    authenticator,
    tokens,
    sessions,
    routes: (app: FastifyInstance) => {
      authRoutes(app, { signIn, passwordLinks, sessions, account, authenticator, tokens, publicUrl })
      passkeyRoutes(app, { signIn, passkeys, publicUrl })
    },
    /** Other nodes must know the public key of this one before it signs with it. */
    start: () => tokens.beat(),
  }
}
