import type { en } from './messages.en.ts'

export const ru: typeof en = {
  errors: {
    screening_hit_not_found: 'Такого совпадения нет.',
    screening_hit_closed: 'Совпадение закрыто автоматически: решать нечего.',
    list_shrunk:
      'В перечне пропало более десятой части записей (было %{before}, стало %{after}). Перечень не опубликован.',
    list_importing: 'Этот перечень уже загружается.',
  },
  action_name: {
    screening: {
      list_published: 'Загружен санкционный перечень',
      hit_opened: 'Найдено возможное совпадение с перечнем',
      hit_decided: 'Принято решение по совпадению',
      hit_closed: 'Совпадение закрыто',
    },
  },
  object_name: { screening_list: 'санкционный перечень', screening_hit: 'совпадение с перечнем' },
}
