import { useEffect, useRef } from 'react'
import { useTranslate } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { bikFault } from '../../contract/values/identifiers.ts'
import { RequisiteField } from '../shared/fields/requisite-field.tsx'
import { useFormatDate } from '../shared/time/time.tsx'
import { useBank, useBankRegister } from './bank-queries.ts'

/** The BIK of an account. A typed one fills bank and correspondent account beside it, from the register of banks. */
export function BikField({ source, label }: { source: string; label: string }) {
  const { setValue } = useFormContext()
  const written: unknown = useWatch({ name: source })
  const first = useRef(written)
  const filled = useRef<string | null>(null)
  const as_of = useBankRegister().data?.as_of ?? null
  const isTyped = typeof written === 'string' && written !== first.current && bikFault(written) === null
  const bik = isTyped && as_of !== null ? written : undefined
  const { data, isError } = useBank(bik)
  const account = source.slice(0, source.lastIndexOf('.'))
  useEffect(() => {
    if (!data || data.bik !== bik || filled.current === bik) return
    filled.current = data.bik
    const options = { shouldDirty: true, shouldValidate: true }
    setValue(`${account}.bank_name`, data.name, options)
    setValue(`${account}.correspondent_account`, data.correspondent_account, options)
  }, [data, bik, account, setValue])
  return <RequisiteField source={source} label={label} numeric help={useHelp(bik, as_of, data, isError)} />
}

function useHelp(
  bik: string | undefined,
  as_of: string | null,
  data: ReturnType<typeof useBank>['data'],
  isError: boolean,
): string | undefined {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  if (bik === undefined || as_of === null) return undefined
  if (isError) return translate('kontor.banks.unknown', { day: formatDate(as_of) })
  if (!data) return undefined
  if (data.restrictions.length > 0)
    return translate('kontor.banks.restricted', { codes: data.restrictions.join(', ') })
  return data.place === null
    ? data.name
    : translate('kontor.banks.found', { name: data.name, place: data.place })
}
