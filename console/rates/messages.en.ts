import type { FailureCode, FaultCode, FileCode } from '../../contract/api/error-codes.ts'
import { values } from '../../contract/words/values.en.ts'

export const en = {
  menu: { rates: 'Exchange rates' },
  rate_source: values.rate_source,
  rates: {
    title: 'Exchange rates',
    empty_title: 'No exchange rates yet',
    empty_help: 'Import the daily file of the Bank of Russia, or type a rate.',
    columns: {
      day: 'Day',
      currency: 'Currency',
      nominal: 'Units',
      source: 'Source',
      set_at: 'Set',
      set_by: 'By',
      actions: 'Actions',
    },
    final: 'Closed day',
    new: 'Type a rate',
    change: 'Change',
    change_title: 'Change the rate',
    remove: 'Remove',
    removed: 'The rate of %{currency} of %{day} was removed.',
    save: 'Save',
    saved: 'The rate was saved.',
    day_help: 'The rate counts from this day until the next one.',
    rate_in_roubles: 'Rate, RUB',
    rate_help: 'Roubles for all units above',
    per: '%{rate} for %{nominal}',
    import: 'Import rates',
    import_title: 'Import exchange rates',
    import_submit: 'Import',
    import_help:
      'The daily file of the Bank of Russia (XML), or a table (CSV) with the columns day, currency, rate and nominal.',
    choose: 'Choose a file',
    choose_first: 'Choose a file first.',
    too_large: 'The file is larger than 256 KiB.',
    expected_day: 'Day of the rates',
    expected_day_help: 'If given, a file of another day is refused.',
    imported_title: 'Rates imported',
    imported: '%{days}: %{added} new, %{unchanged} known, %{changed} changed',
    was: '%{currency} of %{day}: was %{before}, is %{after}',
    absent: 'No rate in this file, although there was one before: %{currencies}',
    unknown: 'Left out, as they are no currencies: %{currencies}',
  },
  faults: {
    rate_currency: 'Choose a foreign currency',
    rate_zero: 'The rate should be above zero',
    rate_day: 'The day should be between 01/01/2000 and %{last}',
    rates_format:
      'This file has no rates that can be read: the daily file of the Bank of Russia (XML), or CSV with the columns day, currency and rate',
    rates_encoding: 'Line %{line}: the bytes are not text in %{encoding}',
    rates_xml: 'Line %{line}: the file is cut off or damaged',
    rates_cut_off: 'Line %{line}: the last line has no end, so that the file may be cut off',
    rates_row: 'Line %{line}: the row has other columns than the heading',
    rates_field_missing: 'Line %{line}: %{field} is missing',
    rates_value: 'Line %{line}: “%{value}” is no %{field}',
    rates_repeated: 'Line %{line}: %{currency} has two rates on %{day}',
    rates_other_day: 'The file has rates of %{day}, not of %{asked}',
    rates_of_day:
      'The file has rates of %{day}. Days of rates are neither before 2000 nor more than a week ahead',
    rates_change_many:
      'The file changes %{count} rates that are known; at most %{most} are changed by one file',
  } satisfies Partial<Record<FaultCode | FileCode, string>>,
  errors: {
    rate_not_found: 'There is no such rate.',
    rate_missing:
      'There is no rate of %{currency} for %{day}. Import the rates of this day, or type the rate.',
    rate_of_closed_day:
      'The books are closed up to %{closed_through}, so that the rate of %{currency} of %{day} is final. Use a day from %{first_open_day} on, or have the period reopened.',
  } satisfies Partial<Record<FailureCode, string>>,
  action_name: {
    rates: { imported: 'Imported exchange rates' },
    rate: { set: 'Typed an exchange rate', removed: 'Removed an exchange rate' },
  },
  object_name: { rate: 'exchange rate', rates: 'exchange rates' },
  sentence: {
    rates: { imported: '%{who} imported exchange rates' },
    rate: { set: '%{who} typed an exchange rate', removed: '%{who} removed an exchange rate' },
  },
  act_name: { rates: { set: 'Import or change exchange rates' } },
  act_noun: { rates: { set: 'Setting exchange rates' } },
}
