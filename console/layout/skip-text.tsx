import { useTranslate } from 'react-admin'

/** react-admin shows the button without its text on narrow screens. */
export function SkipText() {
  const translate = useTranslate()
  return <span>{translate('ra.navigation.skip_nav')}</span>
}
