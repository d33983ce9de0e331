import type { en } from './messages.en.ts'

export const ru: typeof en = {
  banks: {
    title: 'Банки по БИК',
    none: 'Справочник БИК ещё не загружен: банк и корреспондентский счёт вводятся вручную.',
    state: 'Банков: %{banks}, справочник на %{day}',
    imported: 'Загружен',
    import_help:
      'Справочник БИК Банка России (ED807): распакуйте архив с сайта cbr.ru и выберите файл XML. После этого банк и корреспондентский счёт заполняются по БИК.',
    choose: 'Загрузить банки',
    done: 'Справочник на %{day} загружен: новых банков — %{added}, изменённых — %{changed}, исключённых — %{removed}.',
    found: '%{name}, %{place}',
    unknown: 'В справочнике на %{day} такого БИК нет.',
    restricted: 'В справочнике указаны ограничения (%{codes}): запросите у клиента другой счёт.',
  },
  faults: {
    banks_format: 'Это не справочник БИК (ED807): распакуйте архив и выберите файл XML',
    banks_encoding: 'Строка %{line}: кодировка не %{encoding}',
    banks_xml: 'Строка %{line}: файл обрезан или повреждён',
    banks_part: 'В файле только изменения. Выберите файл, имя которого кончается на «full»',
    banks_few: 'В файле банков: %{count}, меньше половины известных (%{known})',
    banks_value: 'Строка %{line}: неверное значение %{field}: «%{value}»',
    banks_repeated: 'Строка %{line}: БИК %{bik} указан дважды',
    banks_older: 'Файл на %{day}, а загружен уже справочник на %{known}',
  },
  errors: {
    bank_not_found: 'В справочнике банков такого БИК нет.',
  },
  action_name: { bank_register: { imported: 'Загрузка справочника банков' } },
  object_name: { bank_register: 'справочник банков' },
  sentence: { bank_register: { imported: 'Загружен справочник банков · %{who}' } },
}
