import { type Feature, workingDay } from './feature.ts'
import { checkId } from './phrases.ts'

const sendValid = 'Send a valid value.'

/** Organizations, and the register they are found in. */
export const organizations = {
  objects: {
    organization: '/v1/organizations/{id}',
  },
  permissions: {
    'organizations:read': ['custodian', 'officer', 'operator', 'auditor'],
    'organizations:write': ['officer', 'operator'],
    'organizations:decide_kyb': ['officer'],
    // No scope of API keys has it: what it changes is no act, and decides about KYB.
    'organizations:correct_register': ['officer'],
  },
  acts: {
    'organization.decide_kyb': {
      meaning: 'decide the KYB status of an organization',
      permission: 'organizations:decide_kyb',
      maxAge: workingDay,
      separations: ['created'],
      hasOrganization: true,
    },
  },
  events: {
    'organization.created': { permission: 'organizations:read', meaning: 'An organization was created' },
    'organization.updated': {
      permission: 'organizations:read',
      meaning: 'Fields of an organization were changed',
    },
    'organization.kyb_decided': {
      permission: 'organizations:read',
      meaning: 'The KYB status of an organization was decided',
    },
  },
  actions: ['party_register.imported'],
  changes: {
    'organization.documents_changed': 'organizations:read',
  },
  failures: {
    organization_not_found: {
      kind: 'not_found',
      cause: 'There is no organization with this id.',
      cure: checkId,
      of: ['Organizations', 'People', 'Documents', 'Wallets'],
    },
    register_importing: {
      kind: 'conflict',
      cause: 'Another import of the party register is running, or its files are being received.',
      cure: 'Wait until it has finished. `GET /v1/party-register` shows its progress.',
      of: ['Party register'],
    },
  },
  duplicates: {
    organization_inn_kpp: 'There is already an organization with this INN and KPP.',
    organization_inn:
      'There is already an organization with this INN, and an organization without KPP covers all KPPs.',
    organization_registration_number:
      'There is already a foreign company with this country and registration number.',
    organization_external_id: 'There is already an organization with this external_id.',
  },
  faults: {
    inn_length: { sentence: 'the INN must have 10 digits (company) or 12 (sole trader)', cure: sendValid },
    inn_check_digit: {
      sentence: 'the check digit of the INN is wrong',
      cure: 'Correct the INN: a digit is wrong, or two are exchanged.',
    },
    ogrn_length: { sentence: 'the OGRN must have 13 digits (company) or 15 (sole trader)', cure: sendValid },
    ogrn_check_digit: {
      sentence: 'the check digit of the OGRN is wrong',
      cure: 'Correct the OGRN: a digit is wrong, or two are exchanged.',
    },
    company_ogrn_start: {
      sentence: 'the OGRN of a company must start with 1 or 5',
      cure: 'Correct the OGRN.',
    },
    sole_trader_ogrn_start: {
      sentence: 'the OGRN of a sole trader must start with 3',
      cure: 'Correct the OGRN.',
    },
    company_ogrn_length: {
      sentence: 'with an INN of 10 digits, the OGRN must have 13 digits',
      cure: 'Correct the INN or the OGRN: they belong to different types.',
    },
    sole_trader_ogrn_length: {
      sentence: 'with an INN of 12 digits, the OGRN must have 15 digits',
      cure: 'Correct the INN or the OGRN: they belong to different types.',
    },
    kpp_format: {
      sentence: 'the KPP must have 4 digits, 2 digits or capital letters, and 3 digits',
      cure: sendValid,
    },
    kpp_of_sole_trader: { sentence: 'a sole trader has no KPP', cure: 'Leave the KPP out.' },
    bik_format: { sentence: 'the BIK must have 9 digits and start with 0, 1 or 2', cure: sendValid },
    account_length: { sentence: 'the account must have 20 digits', cure: sendValid },
    payee_account_format: {
      sentence: 'an account has 20 digits, or is an IBAN, or has 4 to 34 digits, capital letters and hyphens',
      cure: sendValid,
    },
    account_bik_mismatch: {
      sentence: 'the account must end in the last three digits of the BIK',
      cure: 'Correct the account or the BIK.',
    },
    account_check_digit: {
      sentence: 'the account does not match the BIK: its check digit is wrong',
      cure: 'Correct the account or the BIK.',
    },
    company_inn_length: { sentence: 'the INN of a company must have 10 digits', cure: sendValid },
    foreign_inn_start: {
      sentence: 'the INN of a foreign company must have 10 digits and start with 9909',
      cure: 'Correct the INN, or leave it out.',
    },
    lei_format: { sentence: 'the LEI must have 18 digits or capital letters, and 2 digits', cure: sendValid },
    lei_check_digit: {
      sentence: 'the check digits of the LEI are wrong',
      cure: 'Correct the LEI: a sign is wrong, or two are exchanged.',
    },
    iban_format: {
      sentence:
        'the IBAN must have a country code, 2 digits and 11 to 30 digits or capital letters, without spaces',
      cure: sendValid,
    },
    iban_check_digit: {
      sentence: 'the check digits of the IBAN are wrong',
      cure: 'Correct the IBAN: a sign is wrong, or two are exchanged.',
    },
    swift_format: {
      sentence:
        'a SWIFT code must have 8 or 11 digits or capital letters, with a country code after the first four',
      cure: sendValid,
    },
    not_latin: {
      sentence: 'only Latin letters, digits and signs are possible here',
      cure: 'Write it in Latin letters.',
    },
    country_code: {
      sentence: 'should be a country code (ISO 3166-1) such as KZ',
      cure: 'Send the code of the country in capital letters.',
    },
    type_of_inn: {
      sentence: 'the INN belongs to another type of organization',
      cure: 'Leave `type` out, or correct the INN.',
    },
    ogrn_of_foreign: {
      sentence: 'a foreign company has no OGRN',
      cure: 'Leave the OGRN out, and send `registration_number`.',
    },
    country_of_foreign: {
      sentence: 'a foreign company is not registered in Russia',
      cure: 'Correct the country, or create a Russian organization by its INN.',
    },
    required_of_foreign: {
      sentence: 'a foreign company must have it',
      cure: 'Send a value, or leave the field out.',
    },
    liquidation_before_registration: {
      sentence: 'the liquidation cannot be before the registration',
      cure: 'Correct one of the two dates.',
    },
    reason_required: { sentence: "a reason is needed for '%{status}'", cure: 'Send `kyb_reason`.' },
  },
} as const satisfies Feature
