export const en = {
  sign_in: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    otp: 'One-time code',
    otp_help: 'From your authenticator app, or a recovery code',
    submit: 'Sign in',
    wrong: 'The e-mail address or the password is wrong.',
    restored:
      'A backup was restored, and accounts are locked. An owner enables yours again; owners ask who runs the service (kontor admin enable).',
    otp_required: 'Your account asks for a one-time code.',
    otp_invalid: 'This code is wrong, or was used before.',
    wait: 'Too many attempts. You can try again in %{seconds} s.',
    plain_http:
      'This page was loaded over plain http from another machine. Browsers do not keep you signed in there: use https, or localhost.',
    single_sign_on: 'Sign in with single sign-on',
    or: 'or',
    returning: 'Signing in…',
    go_back: 'Go back',
  },
  errors: {
    account_managed: 'Your company’s identity provider manages this account. Change it there.',
    logout_token_invalid: 'The logout token is not valid.',
    oidc_account_disabled: 'This administrator is disabled. An owner can enable the account again.',
    oidc_denied: 'The identity provider refused the sign-in, or it was cancelled there.',
    oidc_email_invalid: 'The identity provider sent no verified e-mail address.',
    oidc_email_taken:
      'Another account has your e-mail address. Accounts are not linked: sign in with the other account, or ask an owner.',
    oidc_flow_invalid: 'The sign-in took too long, or was started in another browser. Sign in again.',
    oidc_no_role: 'None of your groups at the identity provider has a role here. Ask your administrator.',
    oidc_not_configured: 'Single sign-on is not set up here.',
    oidc_other_person: 'Somebody else signed in at the identity provider. Use your own account there.',
    oidc_response_invalid: 'The response of the identity provider did not pass the checks. Sign in again.',
    oidc_unavailable:
      'The identity provider is not available. Try again later, or sign in with a local account.',
  },
  set_password: {
    title: 'Set a password',
    help: 'The link works once. Nobody else knows the password that you set here.',
    invited: 'Welcome, %{name}',
    reset: 'A new password for %{name}',
    for_whom:
      'You sign in as %{email}. If this is not you, close the page and tell who sent you the link. It works until %{until}.',
    repeated: 'The password again',
    different: 'The two passwords differ.',
    submit: 'Set the password',
    done: 'The password was set. You can sign in now.',
    sign_in: 'Sign in',
    no_token: 'This page needs a link. Open the link that you were given again.',
    link_invalid:
      'This link was used already, or replaced by a newer one. If you have not used it yourself, tell an owner at once, and ask for a new one.',
    link_expired: 'This link has expired: it works for 24 hours. Ask an owner for a new one.',
    half: 'Code of a colleague',
    half_help:
      'The link is one half. One of those who approved your account has a code for you: ask them in person or by phone.',
    link_half_required: 'The code is missing. One of these people has it: %{names}.',
    link_half_invalid:
      'The code is wrong. One of these people has it: %{names}. If it is lost, ask an owner for a reset.',
  },
}
