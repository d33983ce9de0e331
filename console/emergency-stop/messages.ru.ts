import type { en } from './messages.en.ts'

/** In Russian, an act has one name for a title and within a sentence. */
const acts = { signing: { start: 'Возобновление подписания' } }

export const ru: typeof en = {
  errors: {
    signing_stopped: 'Подписание транзакций остановлено.',
    signing_not_stopped: 'Подписание не остановлено. Возможно, его только что возобновил другой сотрудник.',
  },
  action_name: {
    signing: {
      stopped: 'Подписание остановлено',
      started: 'Подписание возобновлено',
      stop_proven: 'Остановка подписания заверена',
    },
  },
  object_name: { signing: 'подписание транзакций' },
  approval_label: {
    signing: {
      start: {
        reason: 'Причина остановки',
        stopped_at: 'Остановлено',
        stopped_by: 'Кто остановил',
        because: 'Почему подписание не ведётся',
        revision: 'Редакция',
      },
    },
  },
  sentence: {
    signing: {
      started: 'Возобновлено подписание транзакций · %{who}',
      stopped: 'Остановлено подписание транзакций · %{who}',
      stop_proven: 'Сервис заверил, что подписание остановлено',
    },
  },
  act_name: acts,
  act_noun: acts,
}
