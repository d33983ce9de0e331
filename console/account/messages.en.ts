import type { FailureCode, FaultCode } from '../../contract/api/error-codes.ts'

export const en = {
  account: {
    provider: 'Single sign-on',
    provider_help:
      'Your company’s identity provider manages this account: password, second factor and role are changed there. Sessions last 12 hours at most.',
    title: 'My account',
    sessions: 'Where you are signed in',
    sessions_help: 'End any session that you do not recognize.',
    current: 'this one',
    end: 'End session',
    ended: 'The session has ended.',
    last_used: 'Last used %{time}',
    signed_in: 'Signed in %{time}',
    unknown_device: 'Unknown device',
    password: 'Password',
    password_help: 'Changing it ends all your other sessions.',
    current_password: 'Current password',
    wrong_password: 'The password is wrong.',
    new_password: 'New password',
    new_password_help: 'At least 12 characters; common passwords are refused.',
    change_password: 'Change password',
    password_changed: 'The password was changed.',
    otp: 'One-time codes',
    otp_on: 'On: signing in and showing secrets ask for a code.',
    otp_off: 'Off. With codes, a stolen password is not enough.',
    otp_begin: 'Set up',
    otp_scan: 'Scan this with your authenticator app, then enter the code it shows.',
    otp_type: 'Cannot scan? Enter this key:',
    otp_code: 'Code',
    otp_confirm: 'Switch on',
    otp_stop: 'Switch off',
    recovery: 'Recovery codes',
    recovery_help:
      'Each works once in place of a code, if you lose your phone. They are shown only now: print them or save them in a password manager.',
    otp_done: 'One-time codes are on.',
    otp_ended: 'One-time codes are off.',
  },
  proof: {
    at_provider: 'Continue with single sign-on',
    provider_help:
      'This needs a sign-in of the last 15 minutes. Your identity provider asks who you are; then you come back to this page.',
    provider_expired:
      'The session has ended. Sign in at your identity provider to continue; then you come back to this page.',
    title: "Confirm it's you",
    expired:
      'Your session has ended, because it was not used for a while or was ended elsewhere. Enter your password to go on. What you have entered is kept.',
    leave: 'Go to the sign-in page',
    help: 'This needs a sign-in within the last 15 minutes. Your work stays open.',
    submit: 'Continue',
  },
  faults: {
    password_too_weak: 'This password is too easy to guess: use three or more unrelated words',
  } satisfies Partial<Record<FaultCode, string>>,
  errors: {
    invalid_credentials: 'The password is wrong.',
    otp_required: 'A one-time code is needed.',
    otp_invalid: 'This code is wrong, or was used before.',
    otp_already_enabled: 'One-time codes are on already.',
    otp_not_enabled: 'One-time codes are off already.',
    otp_not_enrolled: 'Set up one-time codes first.',
    reauthentication_required: 'This needs a sign-in within the last 15 minutes.',
    session_not_found: 'There is no such session: it may have ended.',
    too_many_failures: 'Too many failed attempts. Try again in %{seconds} s.',
    too_many_sign_ins: 'Too many people are signing in at once. Try again in %{seconds} s.',
  } satisfies Partial<Record<FailureCode, string>>,
  action_failed: {
    auth: {
      login: 'Failed sign-in',
      reauthenticated: 'Failed to confirm identity',
    },
  },
  action_name: {
    auth: {
      login: 'Signed in',
      logout: 'Signed out',
      reauthenticated: 'Confirmed identity',
    },
    proof: {
      accepted: 'Accepted a row of the database as it is',
      failed: 'A row of the database was not used: the service did not write it',
    },
    proofs: {
      renewed: 'Rows of the database were proven with a new key',
      started: 'Proofs of the rows of the database were made',
    },
    session: {
      revoked: 'Ended a session',
      token_reused: 'A used token was sent again: session ended',
    },
    administrator: {
      password_changed: 'Changed the password',
      otp_enrolled: 'Started to set up one-time codes',
      otp_enabled: 'Switched on one-time codes',
      otp_disabled: 'Switched off one-time codes',
    },
  },
  object_name: {
    session: 'session',
  },
  sentence: {
    administrator: {
      otp_disabled: '%{who} turned off one-time codes of %{person}',
      otp_enabled: '%{who} turned on one-time codes',
      otp_enrolled: '%{who} began to set up one-time codes',
      password_changed: '%{who} changed the password',
    },
    auth: {
      login: '%{who} signed in',
      logout: '%{who} signed out',
      reauthenticated: '%{who} confirmed their identity',
    },
    proof: {
      accepted: '%{who} looked at a row that the service did not rely on, and accepted it as it is',
      failed: 'A row of the database was not used, because the service did not write it as it is',
    },
    proofs: {
      renewed:
        'The service has proven the rows of the database with a new key; the key of before proves nothing any more',
      started: 'The service has proven the rows of the database that it relies on',
    },
    session: {
      revoked: '%{who} ended a session of %{person}',
      token_reused: 'A used token was presented again: the session of %{person} was ended',
    },
  },
}
