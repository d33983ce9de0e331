export const en = {
  sign_in: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    otp: 'One-time code',
    otp_help: 'From your authenticator app, or a recovery code',
    submit: 'Sign in',
    wrong: 'The e-mail address or the password is wrong.',
    otp_required: 'Your account asks for a one-time code.',
    otp_invalid: 'This code is wrong, or was used before.',
    wait: 'Too many attempts. You can try again in %{seconds} s.',
    plain_http:
      'This page was loaded over plain http from another machine. Browsers do not keep you signed in there: use https, or localhost.',
  },
  set_password: {
    title: 'Set a password',
    help: 'The link works once. Nobody else knows the password that you set here.',
    repeated: 'The password again',
    different: 'The two passwords differ.',
    submit: 'Set the password',
    done: 'The password was set. You can sign in now.',
    sign_in: 'Sign in',
    no_token: 'This page needs a link. Open the link that you were given again.',
    link_invalid:
      'This link was used already, or replaced by a newer one. If you have not used it yourself, tell an owner at once, and ask for a new one.',
    link_expired: 'This link has expired: it works for 24 hours. Ask an owner for a new one.',
  },
}
