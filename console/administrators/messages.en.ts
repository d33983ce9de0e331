import type { DuplicateReason, FailureCode } from '../../contract/error-codes.ts'
import type { Role, Scope } from '../../contract/roles.ts'

export const en = {
  menu: {
    administrators: 'Administrators',
    api_keys: 'API keys',
  },
  administrators: {
    role_of_provider: 'The identity provider sets the role, from the person’s groups.',
    title: 'Administrators',
    new: 'New administrator',
    columns: {
      name: 'Name',
      email: 'E-mail',
      role: 'Role',
      status: 'Status',
      otp: 'One-time codes',
      last_login: 'Last sign-in',
    },
    status: {
      active: 'Active',
      disabled: 'Disabled',
    },
    otp_yes: 'On',
    otp_no: 'Off',
    never: 'Never',
    edit: 'Name and role',
    disable: 'Disable',
    enable: 'Enable',
    reset: 'Reset password',
    actions: 'Actions',
    disable_confirm: 'Disable %{name}? All of their sessions end at once.',
    reset_confirm:
      'Reset the password of %{name}? The password and one-time codes stop working at once, and all sessions end. You get a link with which they set a new password.',
    link_shown: 'Link for %{name}',
    link_help:
      'With this link they set their own password. It is shown only now, and works once, until %{until}. Give it to nobody else: whoever has the link can become this person.',
    created: 'The administrator was created.',
    saved: 'Saved.',
    empty: 'No administrators',
    role_help: {
      owner: 'Everything, including the rights of others',
      custodian: 'Wallets and their secrets',
      officer: 'Documents, KYB and approvals',
      operator: 'Organizations, uploads, processing requests',
      auditor: 'Reads everything except secrets, and the audit log',
    },
  },
  roles: {
    owner: 'Owner',
    custodian: 'Custodian',
    officer: 'Compliance officer',
    operator: 'Operator',
    auditor: 'Auditor',
  } satisfies Record<Role, string>,
  api_keys: {
    title: 'API keys',
    new: 'New key',
    empty_title: 'No keys yet',
    empty_help: 'A key lets another program read and write what you allow. It never gives access to secrets.',
    columns: {
      name: 'Name',
      scopes: 'Permissions',
      created: 'Created',
      last_used: 'Last used',
      expires: 'Valid until',
      networks: 'Networks',
    },
    name: 'Name',
    name_help: 'The program that uses it',
    scopes: 'Permissions',
    expires: 'Valid until',
    expires_help: 'One year from now if you leave it empty; at most two years',
    networks: 'Networks',
    networks_help:
      'One per line, such as 203.0.113.0/24. The key is refused from elsewhere. Leave it empty to accept it from everywhere.',
    everywhere: 'Everywhere',
    suspended: 'Suspended: the administrator who created it is disabled',
    expired: 'Expired',
    warning: {
      old: 'Older than a year: replace it',
      expires_soon: 'Expires within 30 days',
      unused: 'Not used for 90 days: revoke it if nobody needs it',
    },
    revoke: 'Revoke',
    revoke_confirm: 'Revoke the key "%{name}"? Programs that use it stop working at once.',
    revoked: 'Revoked',
    shown: 'The key "%{name}"',
    shown_help: 'It is shown only now. Save it where your program keeps its secrets.',
    never: 'Never',
  },
  scope: {
    'organizations:read': 'read organizations and wallets',
    'organizations:write': 'create and change organizations',
    'documents:read': 'read and download documents',
    'documents:write': 'upload documents',
    'requests:read': 'read requests',
    'requests:write': 'create and process requests',
    'audit:read': 'read the audit log',
  } satisfies Record<Scope, string>,
  faults: {
    expiry_too_late: 'At most two years from now',
    network_format: 'Enter networks such as 203.0.113.0/24 or 2001:db8::/32',
  },
  errors: {
    administrator_not_found: 'There is no such administrator.',
    api_key_not_found: 'There is no such key.',
    api_key_invalid: 'The key is not valid.',
    last_owner: 'This is the last active owner: there must be another one first.',
  } satisfies Partial<Record<FailureCode, string>>,
  duplicates: {
    administrator_email: 'There is already an administrator with this e-mail address.',
  } satisfies Partial<Record<DuplicateReason, string>>,
  action_failed: {
    administrator: {
      password_set: 'Failed to set a password with a link',
    },
  },
  action_name: {
    administrator: {
      created: 'Created an administrator',
      updated: 'Changed an administrator',
      disabled: 'Disabled an administrator',
      enabled: 'Enabled an administrator',
      reset: 'Reset an administrator’s password',
      password_set: 'Set a password with a one-time link',
      confirmed: 'Confirmed that an administrator is a separate person',
    },
    control: {
      started: 'Recorded the permissions of administrators',
    },
    api_key: {
      created: 'Created an API key',
      revoked: 'Revoked an API key',
    },
  },
  object_name: {
    administrator: 'administrator',
    api_key: 'API key',
  },
}
