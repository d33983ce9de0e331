import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/administrators/passkeys.ts'
import { idempotencyKey } from '../../platform/http/requests/idempotency-key.ts'
import { route } from '../../platform/http/routes/route.ts'
import { neverCache, sendSignedIn } from './auth-routes.ts'
import type { PasskeyService } from './passkeys/passkey-service.ts'
import type { SignInService } from './sign-in/sign-in-service.ts'

export function passkeyRoutes(
  app: FastifyInstance,
  {
    signIn,
    passkeys,
    publicUrl,
  }: { signIn: SignInService; passkeys: PasskeyService; publicUrl: string | null },
): void {
  route(app, operations.passkeySignInOptions, async (_request, reply) => {
    neverCache(reply)
    return passkeys.signInOptions()
  })

  route(app, operations.passkeySignIn, async (request, reply) => {
    const userAgent = request.headers['user-agent'] ?? null
    const client = { actor: request.actor, userAgent }
    return sendSignedIn(reply, await signIn.loginWithPasskey(request.body.credential, client), { publicUrl })
  })

  route(app, operations.reauthenticationOptions, async (request, reply) => {
    neverCache(reply)
    return passkeys.reauthenticationOptions(request.actor)
  })

  route(app, operations.listPasskeys, async (request) => passkeys.list(request.actor))

  route(app, operations.passkeyOptions, async (request, reply) => {
    neverCache(reply)
    return passkeys.creationOptions(request.actor)
  })

  route(app, operations.passkeySignatureOptions, async (request, reply) => {
    neverCache(reply)
    return passkeys.signatureOptions(request.body.credential, request.actor)
  })

  route(app, operations.addPasskey, async (request) =>
    passkeys.add(request.body, request.actor, idempotencyKey(request)),
  )

  route(app, operations.readPasskey, async (request) =>
    passkeys.read(request.params.passkey_id, request.actor),
  )

  route(app, operations.renamePasskey, async (request) =>
    passkeys.rename(request.params.passkey_id, request.body.name, request.actor),
  )

  route(app, operations.removePasskey, async (request) => {
    await passkeys.remove(request.params.passkey_id, request.actor)
    return { status: 'ok' }
  })
}
