import { Alert } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useParams } from 'react-router-dom'
import { isObject } from '../../contract/api/common.ts'
import {
  readOrganization,
  updateOrganization,
} from '../../contract/operations/organizations/organizations.ts'
import {
  type OrganizationResponse,
  reviewedFields,
  UpdateOrganizationRequest,
} from '../../contract/organizations/organizations.ts'
import { changes } from '../api/changes.ts'
import { call } from '../api/client.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { EditPage, useEditedRecord } from '../shared/forms/edit-page.tsx'
import { withoutEmpty } from '../shared/forms/form-values.ts'
import { nameOf } from '../shared/names/organization-names.ts'
import { useFieldLabel, useShownValue } from './conflict-texts.ts'
import { RequisitesFields } from './requisites-form.tsx'

type Values = Record<string, unknown>

export default function OrganizationEdit() {
  const { id = '' } = useParams()
  const query = useEditedRecord('organizations', id, () =>
    call(readOrganization, { params: { organization_id: id } }),
  )
  return <QueryState query={query}>{(organization) => <Editor loaded={organization} />}</QueryState>
}

function Editor({ loaded }: { loaded: OrganizationResponse }) {
  const translate = useTranslate()
  const params = { organization_id: loaded.id }
  return (
    <EditPage
      resource="organizations"
      texts="kontor.organizations"
      name={nameOf(loaded)}
      loaded={loaded}
      operation={updateOrganization}
      read={() => call(readOrganization, { params })}
      update={(body) => call(updateOrganization, { params, body })}
      valuesOf={valuesOf}
      changesOf={changesOf}
      label={useFieldLabel()}
      show={useShownValue()}
    >
      {({ kyb_status }) => (
        <>
          {kyb_status === 'approved' && (
            <Alert severity="info" sx={{ mb: 2 }}>
              {translate('kontor.organizations.reviewed_again')}{' '}
              {reviewedFields.map((field) => fieldName(field, translate)).join(', ')}.
            </Alert>
          )}
          <RequisitesFields isNew={false} isForeign={loaded.type === 'foreign'} />
        </>
      )}
    </EditPage>
  )
}

/** The fields of an organization that can be updated. */
function valuesOf(organization: OrganizationResponse): Values {
  const known = Object.keys(UpdateOrganizationRequest.properties).filter((name) => name !== 'version')
  return Object.fromEntries(Object.entries(organization).filter(([name]) => known.includes(name)))
}

/** Sends only changed fields. A changed object is sent completely; an emptied one is cleared. */
function changesOf(typed: Values, base: OrganizationResponse): Values {
  const body = changes(typed, base as unknown as Values)
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (!isObject(value)) return [name, value]
      const filled = withoutEmpty(value)
      return [name, Object.keys(filled).length > 0 ? filled : null]
    }),
  )
}

function fieldName(field: string, translate: (key: string) => string): string {
  return field === 'director'
    ? translate('kontor.organizations.section.director')
    : translate(`kontor.organization_fields.${field}`)
}
