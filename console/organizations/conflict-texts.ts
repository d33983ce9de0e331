import { useTranslate } from 'react-admin'
import { labelName } from './requisites-form.tsx'

/** The name of a field of an organization, with its section. */
export function useFieldLabel(): (path: string) => string {
  const translate = useTranslate()
  return (path) => {
    if (path === 'kyb_status') return translate('kontor.kyb.title')
    if (path === 'kyb_reason') return translate('kontor.kyb.reason')
    const label = translate(`kontor.organization_fields.${labelName(path)}`)
    const [parent, child] = path.split('.')
    if (child === undefined) return label
    const section = parent === 'bank_details' ? 'bank' : parent
    return `${translate(`kontor.organizations.section.${section}`)}, ${label}`
  }
}

/** The text of a value of a field. */
export function useShownValue(): (path: string, value: unknown) => string {
  const translate = useTranslate()
  return (path, value) => {
    if (value === null || value === '') return translate('kontor.value_none')
    const text = String(value)
    const isStatus = path === 'kyb_status' || path === 'registry_status'
    return isStatus ? translate(`kontor.${path}.${text}`, { _: text }) : text
  }
}
