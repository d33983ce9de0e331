/** What the contract's rules say, word for word, and how it is said in Russian. */
export const sentences: Record<string, string> = {
  'the INN must have 10 digits (company) or 12 (sole trader)':
    'ИНН: 10 цифр у компании, 12 у предпринимателя',
  'the INN of a person must have 12 digits': 'У ИНН физического лица 12 цифр',
  'the check digit of the INN is wrong': 'Контрольная цифра ИНН не сходится: проверьте ввод',
  'the OGRN must have 13 digits (company) or 15 (sole trader)':
    'ОГРН: 13 цифр у компании, 15 у предпринимателя',
  'the OGRN of a company must begin with 1 or 5': 'ОГРН компании начинается с 1 или 5',
  'the OGRN of a sole trader must begin with 3': 'ОГРНИП начинается с 3',
  'the check digit of the OGRN is wrong': 'Контрольная цифра ОГРН не сходится: проверьте ввод',
  'the KPP must have 4 digits, 2 digits or capital letters, and 3 digits':
    'КПП: 4 цифры, 2 цифры или заглавные буквы, 3 цифры',
  'an INN of 10 digits goes with an OGRN of 13 digits': 'К ИНН из 10 цифр подходит ОГРН из 13',
  'an INN of 12 digits goes with an OGRN of 15 digits': 'К ИНН из 12 цифр подходит ОГРНИП из 15',
  'a sole trader has no KPP': 'У предпринимателя нет КПП',
  'the BIK must have 9 digits and begin with 0, 1 or 2': 'БИК: 9 цифр, первая 0, 1 или 2',
  'the account must have 20 digits': 'В счёте 20 цифр',
  'the account must end in the last three digits of the BIK':
    'Счёт должен кончаться тремя последними цифрами БИК',
  'the account does not go with the BIK: its check digit is wrong':
    'Счёт не подходит к БИК: контрольная цифра не сходится',
  'the text must not be blank': 'Нужен текст',
  'a document cannot expire before it was issued': 'Документ не может кончиться раньше, чем выдан',
  'a rejection needs a reason': 'Для отказа нужна причина',
  'only a rejection has a reason': 'Причина бывает только у отказа',
  "a reason is needed for 'rejected'": 'Для отказа нужна причина',
  "a reason is needed for 'suspended'": 'Для приостановки нужна причина',
}
