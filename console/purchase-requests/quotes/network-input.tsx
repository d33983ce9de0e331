import { useEffect } from 'react'
import { SelectInput, useTranslate } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { purchasableAssets } from '../../../contract/money/assets.ts'
import { networks } from '../../../contract/money/networks.ts'

/** The networks of the asset that the form has. Of an asset with one network, that is chosen. */
export function NetworkInput() {
  const translate = useTranslate()
  const { setValue } = useFormContext()
  const [asset, chosen] = useWatch({ name: ['asset', 'network'] })
  const possible = purchasableAssets.filter((one) => one.asset === asset).map(({ network }) => network)
  const offered = networks.filter((network) => possible.length === 0 || possible.includes(network as never))
  const only = offered.length === 1 ? offered[0] : ''
  const isOffered = !chosen || offered.includes(chosen)
  useEffect(() => {
    if (!isOffered) setValue('network', only, { shouldDirty: true, shouldValidate: only !== '' })
  }, [isOffered, only, setValue])
  return (
    <SelectInput
      margin="none"
      source="network"
      label={translate('kontor.requests.fields.network')}
      choices={offered.map((id) => ({ id, name: `kontor.network.${id}` }))}
      helperText={false}
    />
  )
}
