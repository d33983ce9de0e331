import type { en } from './messages.en.ts'

export const ru: typeof en = {
  comments: {
    title: 'Комментарии',
    empty: 'Комментариев пока нет.',
    label: 'Ваш комментарий',
    help: '@ — упомянуть коллегу',
    add: 'Добавить',
    mention: 'Упомянуть',
    attach: 'Прикрепить файлы',
    remove: 'Убрать %{name}',
    too_many: 'Не больше %{most} файлов.',
    uploading: 'Загружается %{name}…',
    download: 'Скачать %{name}',
    of_version: 'версия %{version}',
  },
  faults: {
    mention_not_found: 'Такого администратора нет',
    attachment_not_found: 'Этого файла больше нет. Прикрепите его снова',
  },
  errors: {
    comment_attachment_not_found: 'Такого файла нет.',
  },
  action_name: {
    organization: { commented: 'Комментарий к организации' },
    document: { commented: 'Комментарий к документу' },
    comment_attachment: {
      downloaded: 'Скачан файл из комментария',
      upload_refused: 'Файл для комментария отклонён',
    },
  },
  object_name: {
    comment_attachment: 'файл из комментария',
  },
  sentence: {
    comment_attachment: {
      downloaded: 'Открыт файл из комментария, %{organization} · %{who}',
      upload_refused: 'Файл к комментарию отклонён · %{who}',
    },
    document: { commented: 'Добавлен комментарий: %{document}, %{organization} · %{who}' },
    organization: { commented: 'Добавлен комментарий, %{organization} · %{who}' },
  },
}
