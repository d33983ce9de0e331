import type { Db } from '../../platform/db/database.ts'
import { Failure } from '../../platform/errors.ts'
import { flowInvalid } from './failures.ts'
import {
  challengeOf,
  type FlowSecrets,
  hashesOf,
  newFlowSecrets,
  nonceOf,
  verifierOf,
} from './flow-secrets.ts'
import type { Claims, Provider } from './provider/provider.ts'
import {
  type Client,
  type createSignIn,
  type RecordFailure,
  type SignedIn,
  sessionLifetime,
} from './sign-in.ts'
import * as store from './single-sign-on-store.ts'
import type { createStepUp } from './step-up.ts'

/** From the start until the browser is back. */
const flowLifetime = 600_000

export type SingleSignOnService = ReturnType<typeof createSingleSignOnService>
export type Outcome = SignedIn | { kind: 'reauthenticated' }

/** The way of a browser to the identity provider and back. */
export function createSingleSignOnService({
  db: pool,
  now,
  provider,
  signIn,
  stepUp,
  recordFailure,
}: {
  db: Db
  now: () => Date
  provider: Provider
  signIn: ReturnType<typeof createSignIn>
  stepUp: ReturnType<typeof createStepUp>
  recordFailure: RecordFailure
}) {
  async function claimsOf(flow: store.Flow, secrets: FlowSecrets, query: URLSearchParams, { actor }: Client) {
    try {
      return await provider.finish(query, {
        state: secrets.state,
        nonce: nonceOf(secrets),
        verifier: verifierOf(secrets),
        maxAge: maxAgeOf(flow),
      })
    } catch (error) {
      const action = flow.session_id === null ? 'auth.login' : 'auth.reauthenticated'
      if (error instanceof Failure && error.kind !== 'unavailable') recordFailure(action, error, actor)
      throw error
    }
  }

  return {
    /** Starts a sign-in or, in a session, a new proof of who it belongs to. */
    async start(sessionId: string | null): Promise<{ url: string; secrets: FlowSecrets }> {
      const secrets = newFlowSecrets()
      // Before anything is stored: while the provider is away, nothing is.
      const url = await provider.authorizationUrl({
        state: secrets.state,
        nonce: nonceOf(secrets),
        challenge: challengeOf(verifierOf(secrets)),
        maxAge: maxAgeOf({ session_id: sessionId }),
      })
      const { stateHash, browserHash } = hashesOf(secrets)
      const at = now()
      await store.insertFlow(pool, {
        state_hash: stateHash,
        browser_hash: browserHash,
        session_id: sessionId,
        created_at: at,
        expires_at: new Date(at.getTime() + flowLifetime),
      })
      return { url, secrets }
    },

    /** Uses a flow up, before anything else: whatever happens then, it cannot be used again. */
    async take(secrets: FlowSecrets | undefined): Promise<store.Flow> {
      const flow = secrets && (await store.takeFlow(pool, hashesOf(secrets), now()))
      if (!flow) throw flowInvalid()
      return flow
    },

    async finish(
      flow: store.Flow,
      secrets: FlowSecrets,
      query: URLSearchParams,
      client: Client,
    ): Promise<Outcome> {
      const claims: Claims = await claimsOf(flow, secrets, query, client)
      const { session_id, created_at } = flow
      if (session_id === null) return signIn(claims, client)
      await stepUp(claims, { session_id, created_at }, client)
      return { kind: 'reauthenticated' }
    },
  }
}

/**
 * How long ago the provider may have asked the person, in seconds. It is always sent, because it obliges the provider
 * to say when that was (`auth_time`): a session must not look fresher than the proof behind it.
 */
function maxAgeOf({ session_id }: { session_id: string | null }): number {
  return session_id === null ? sessionLifetime / 1000 : 0
}
