import type { en } from './messages.en.ts'

export const ru: typeof en = {
  faults: {
    list_unreadable: 'Перечень не удалось прочитать: %{reason}',
    list_encoding: '%{file}, строка %{line}: текст не в кодировке UTF-8',
    list_without_entries: 'В файлах не найдено ни одной записи; повреждённых строк: %{rejected}',
  },
  errors: {
    screening_hit_not_found: 'Такого совпадения нет.',
    screening_hit_closed: 'Совпадение закрыто автоматически: решать нечего.',
    list_shrunk:
      'В перечне пропало более десятой части записей (было %{before}, стало %{after}). Перечень не опубликован.',
    lists_loading: 'Новая редакция перечня загружается. Повторите через несколько секунд.',
    list_importing: 'Этот перечень уже загружается.',
  },
  action_name: {
    screening: {
      list_published: 'Загружен санкционный перечень',
      list_checked: 'Санкционный перечень загружен повторно, изменений нет',
      exported: 'Выгрузка результатов проверки по перечням',
      hit_opened: 'Найдено возможное совпадение с перечнем',
      hit_decided: 'Принято решение по совпадению',
      hit_closed: 'Совпадение закрыто',
    },
  },
  object_name: { screening_list: 'санкционный перечень', screening_hit: 'совпадение с перечнем' },
}
