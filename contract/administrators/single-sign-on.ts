import { type Static, Type } from 'typebox'
import { field } from '../api/common.ts'

export const SignInMethods = Type.Object(
  {
    password: field(Type.Boolean(), 'Whether administrators can sign in with a password: always', true),
    oidc: field(
      Type.Boolean(),
      'Whether administrators can sign in at an identity provider (OpenID Connect)',
      true,
    ),
  },
  { $id: 'SignInMethods', description: 'How administrators can sign in to this installation.' },
)
export type SignInMethods = Static<typeof SignInMethods>

/** What the service asks the provider to do, by the flow of the browser. */
export const StartOidcQuery = Type.Object({
  reauthenticate: field(
    Type.Optional(Type.Unsafe<'true'>({ type: 'string', enum: ['true'] })),
    'Proves again who has signed in, in the same session, instead of starting one',
    'true',
  ),
})

const Parameter = (maxLength: number) => Type.Optional(Type.String({ maxLength }))

/** Providers add parameters of their own, which a client must ignore (RFC 6749, section 4.1.2). */
export const OidcCallbackQuery = Type.Object(
  {
    state: field(Parameter(512), 'The state that the sign-in was started with', 'af0ifjsldkj'),
    code: field(Parameter(4096), 'The authorization code', 'SplxlOBeZQQYbYS6WxSbIA'),
    iss: field(Parameter(2048), 'The issuer that responds (RFC 9207)', 'https://login.example.com'),
    error: field(Parameter(512), 'Why the provider refused', 'access_denied'),
    error_description: field(Parameter(4096), 'The same in words; it is not shown', 'The user has cancelled'),
  },
  { additionalProperties: true },
)

/** A provider may send further fields, which are ignored. */
export const BackchannelLogoutRequest = Type.Object(
  {
    logout_token: field(
      Type.String({ minLength: 1, maxLength: 16_384, writeOnly: true }),
      'The logout token: a JWT that the provider has signed',
      'eyJ0eXAiOiJsb2dvdXQrand0IiwiYWxnIjoiUlMyNTYifQ.e30.c2lnbmF0dXJl',
    ),
  },
  { $id: 'BackchannelLogoutRequest', description: 'The end of sessions, told by the provider.' },
)
