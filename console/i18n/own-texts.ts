import type { Tree } from './texts.ts'

/** The parts of the texts of react-admin that are replaced by ours. */
type Replaced = 'auth' | 'message' | 'navigation' | 'notification' | 'page'

type OfFramework = { ra: Record<Replaced, object> }

export interface Texts<Framework extends OfFramework> {
  reactAdmin: Framework
  own: Tree & { signed_out: string; framework: Record<Replaced, Record<string, string>> }
}

/** The texts of react-admin with ours added, and those replaced that people see here. */
export function withOwn<Framework extends OfFramework>({ reactAdmin, own }: Texts<Framework>): Framework {
  const { auth, message, navigation, notification, page } = own.framework
  const { ra } = reactAdmin
  return {
    ...reactAdmin,
    kontor: own,
    ra: {
      ...ra,
      auth: { ...ra.auth, ...auth },
      message: { ...ra.message, ...message },
      navigation: { ...ra.navigation, ...navigation },
      notification: { ...ra.notification, ...notification, logged_out: own.signed_out },
      page: { ...ra.page, ...page },
    },
  }
}
