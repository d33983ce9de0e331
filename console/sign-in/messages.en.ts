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
}
