import WebhookIcon from '@mui/icons-material/WebhookOutlined'
import { lazy } from 'react'
import * as operations from '../../contract/operations/webhooks.ts'
import { type Feature, resource } from '../shared/feature.ts'

export const webhooks: Feature = {
  resources: {
    webhooks: resource({
      param: 'webhook_id',
      list: operations.listWebhooks,
      read: operations.readWebhook,
      create: operations.createWebhook,
      update: operations.updateWebhook,
      remove: operations.deleteWebhook,
      pages: {
        list: lazy(() => import('./webhook-list.tsx')),
        show: lazy(() => import('./webhook-show.tsx')),
      },
    }),
  },
  menu: [{ to: '/webhooks', name: 'webhooks', icon: WebhookIcon, permission: 'webhooks:manage' }],
}
