import WebhookIcon from '@mui/icons-material/WebhookOutlined'
import * as operations from '../../contract/operations/events/webhooks.ts'
import { type Feature, resource } from '../shared/pages/feature.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'

export const webhooks: Feature = {
  resources: {
    webhooks: resource({
      param: 'webhook_id',
      list: operations.listWebhooks,
      read: operations.readWebhook,
      hasWholeRows: true,
      create: operations.createWebhook,
      update: operations.updateWebhook,
      remove: operations.deleteWebhook,
      pages: {
        list: lazyPage(() => import('./webhook-list.tsx')),
        show: lazyPage(() => import('./webhook-show.tsx')),
      },
    }),
  },
  menu: [
    {
      to: '/webhooks',
      name: 'webhooks',
      icon: WebhookIcon,
      group: 'administration',
      permission: 'webhooks:manage',
    },
  ],
}
