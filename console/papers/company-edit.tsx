import { useTranslate } from 'react-admin'
import { useParams } from 'react-router-dom'
import { readDeskCompany, updateDeskCompany } from '../../contract/operations/purchase-requests/papers.ts'
import type { DeskCompanyResponse } from '../../contract/organizations/desk-companies.ts'
import { call } from '../api/client.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { EditPage, useEditedRecord } from '../shared/forms/edit-page.tsx'
import { CompanyFields } from './company-fields.tsx'
import { fieldName, useShownValue } from './company-texts.ts'
import { changesOf, valuesOf } from './company-values.ts'

export default function CompanyEdit() {
  const { id = '' } = useParams()
  const query = useEditedRecord('desk-companies', id, () =>
    call(readDeskCompany, { params: { company_id: id } }),
  )
  return <QueryState query={query}>{(company) => <Editor loaded={company} />}</QueryState>
}

function Editor({ loaded }: { loaded: DeskCompanyResponse }) {
  const translate = useTranslate()
  const params = { company_id: loaded.id }
  return (
    <EditPage
      resource="desk-companies"
      texts="kontor.companies"
      name={loaded.short_name}
      loaded={loaded}
      operation={updateDeskCompany}
      read={() => call(readDeskCompany, { params })}
      update={(body) => call(updateDeskCompany, { params, body })}
      valuesOf={valuesOf}
      changesOf={changesOf}
      label={(path) => translate(fieldName(path))}
      show={useShownValue()}
    >
      {() => <CompanyFields inn={loaded.inn} />}
    </EditPage>
  )
}
