export const en = {
  menu: {
    overview: 'Overview',
  },
  overview: {
    title: 'Overview',
    assigned_to_me: 'Assigned to you',
    waiting: 'Waiting the longest',
    waiting_empty: 'Nothing is waiting.',
    documents: 'Documents to review',
    requests_by_status: 'Purchase requests by status',
    organizations_by_status: 'Organizations by KYB',
    recent: 'Recent activity',
    first_steps: 'Start with the first organization',
    first_steps_help:
      'Find it in the register, upload its documents, decide on KYB, create wallets. Then it can buy.',
    all_events: 'Full audit log',
  },
  vault: {
    sealed: 'The vault is sealed: secrets, documents and new wallets are not available until it is opened.',
    not_backed_up:
      'The key that opens the vault has no tested second copy. If this machine is lost, so are all wallets.',
    how: 'Print shares of a second key with',
  },
}
