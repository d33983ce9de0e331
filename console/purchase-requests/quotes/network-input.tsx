import { SelectInput, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { purchasableAssets } from '../../../contract/money/assets.ts'
import { networks } from '../../../contract/money/networks.ts'

/** The networks of the asset that the form has. */
export function NetworkInput() {
  const translate = useTranslate()
  const asset = useWatch({ name: 'asset' })
  const possible = purchasableAssets.filter((one) => one.asset === asset).map(({ network }) => network)
  const offered = networks.filter((network) => possible.length === 0 || possible.includes(network as never))
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
