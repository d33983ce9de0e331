import { consoleUrl } from './config.ts'
import type { Platform, ServiceOptions } from './create-platform.ts'
import type { Feature } from './feature.ts'
import { createAdministratorsFeature } from './features/administrators/administrators-feature.ts'
import { createPeople } from './features/administrators/people.ts'
import { administratorSessions } from './features/authentication/administrator-sessions.ts'
import { createAuthenticationFeature } from './features/authentication/authentication-feature.ts'
import { createPasskeyProofs } from './features/authentication/passkeys/passkey-proofs.ts'
import { relyingParty } from './features/authentication/passkeys/relying-party.ts'
import { areSignedNow } from './features/authentication/passkeys/signed-challenges.ts'
import { createSessionCheck } from './features/authentication/sessions/session-check.ts'
import { createSessionProofs } from './features/authentication/sessions/session-proofs.ts'
import { createControlFeature } from './features/control/control-feature.ts'
import { floorRules } from './features/control/policy/floor.ts'
import { readPolicyFile } from './features/control/policy/policy-file.ts'
import { createLinkMails } from './features/inbox/mail/link-mails.ts'
import { findEndedApprovals } from './features/purchase-requests/ended-approvals.ts'
import { createSingleSignOnFeature } from './features/single-sign-on/single-sign-on-feature.ts'

/** Who may do what: administrators, how they sign in, and the policy over sensitive acts. */
export async function createAccess(
  platform: Platform,
  { config, passwordSettings }: Pick<ServiceOptions, 'config' | 'passwordSettings'>,
) {
  const sessionRules = {
    idleSeconds: config.sessionIdleSeconds,
    secondFactorRoles: config.secondFactorRoles,
  }
  const sessionProofs = createSessionProofs(platform.proofs, platform.register)
  const sessionCheck = createSessionCheck({ ...platform, proofs: sessionProofs, rules: sessionRules })
  const passkeyProofs = createPasskeyProofs({ ...platform, party: relyingParty(config.publicUrl) })
  const people = createPeople(platform)
  const control = createControlFeature(platform, {
    people,
    floor: floorRules(config.policyFile ? readPolicyFile(config.policyFile) : [], config),
    verifyAssertion: async (db, given) => ({
      assertion: (await passkeyProofs.verifyAssertion(db, given)).stored,
      relyingParty: passkeyProofs.party,
    }),
    areSigned: (db, signed) => areSignedNow(db, signed, passkeyProofs.party),
    findEnded: findEndedApprovals,
  })
  const { authorization } = control
  const administrators = createAdministratorsFeature(platform, {
    authorization,
    people,
    sessions: administratorSessions(platform, sessionCheck),
    linkMails: createLinkMails({ ...platform, isEnabled: config.mail !== null }),
    consoleUrl: consoleUrl(config),
    passwordSettings,
    firstOwner: { dataDir: config.dataDir, email: config.adminEmail, password: config.adminPassword },
  })
  const authentication = await createAuthenticationFeature(platform, {
    administrators,
    sessionCheck,
    sessionRules,
    sessionProofs,
    passkeyProofs,
    publicUrl: config.publicUrl,
  })
  const singleSignOn = createSingleSignOnFeature(platform, {
    settings: config.oidc,
    publicUrl: config.publicUrl,
    accounts: administrators.provided,
    sessions: authentication.sessions,
  })
  const features: Feature[] = [administrators, authentication, singleSignOn, control]
  return { control, administrators, authentication, features }
}

export type Access = Awaited<ReturnType<typeof createAccess>>
